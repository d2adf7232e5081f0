/** The only script of a report: search and sort for tables, and a copy button. The page is complete without it. */

export const pageScript = `
for (const tools of document.querySelectorAll('.tools')) tools.hidden = false;
for (const field of document.querySelectorAll('[data-search]')) {
  const table = document.getElementById(field.dataset.search);
  const status = document.querySelector('[data-found="' + field.dataset.search + '"]');
  field.addEventListener('input', () => {
    const wanted = field.value.trim().toLowerCase();
    let found = 0;
    for (const row of table.tBodies[0].rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      if (!row.hidden) found++;
    }
    status.textContent = wanted === '' ? '' : found + ' found';
  });
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if ('unsortable' in head.dataset) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => sortRows(table, head, column));
  });
}
function sortRows(table, head, column) {
  const rising = head.getAttribute('aria-sort') !== 'ascending';
  for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', rising ? 'ascending' : 'descending');
  const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
  const order = new Intl.Collator(undefined, { numeric: true });
  const compare = (a, b) => {
    const [x, y] = [Number(key(a)), Number(key(b))];
    return Number.isNaN(x) || Number.isNaN(y) ? order.compare(key(a), key(b)) : x < y ? -1 : x > y ? 1 : 0;
  };
  table.tBodies[0].append(...[...table.tBodies[0].rows].sort((a, b) => (rising ? compare(a, b) : compare(b, a))));
}
for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = 'Copied';
  });
}
`;
