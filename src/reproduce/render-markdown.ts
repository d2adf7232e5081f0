/** Sections of the reproduction as Markdown, with the figures as files beside it. */
import { differenceOf, type FigureCell, type FigureTable, type Mark, marksOf, signed } from './figure-table.js';
import { type Figure, isNumberColumn, type Piece, type PlainTable } from './piece.js';
import type { ReproductionPage } from './render-html.js';

/** `figureFolder` is where the figures are, as seen from the Markdown file. */
export function renderReproductionMarkdown(page: ReproductionPage, figureFolder: string): string {
  const facts = page.facts.map(([name, value]) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(value)}`);
  const sections = page.sections.flatMap(({ title, paper, pieces }) => [
    `## ${escapeMarkdown(title)}${paper === undefined ? '' : ` (${escapeMarkdown(paper)})`}`,
    ...pieces.flatMap((piece) => renderPiece(piece, figureFolder)),
  ]);
  return `${[`# ${escapeMarkdown(page.title)}`, facts.join('\n'), ...page.notes.map(escapeMarkdown), ...sections, escapeMarkdown(page.footer)].join('\n\n')}\n`;
}

function renderPiece(piece: Piece, folder: string): string[] {
  switch (piece.kind) {
    case 'text':
      return [escapeMarkdown(piece.text)];
    case 'heading':
      return [`### ${escapeMarkdown(piece.text)}`];
    case 'legend':
      return [escapeMarkdown(piece.text)];
    case 'findings':
      return [
        piece.findings
          .map(
            ({ verdict, statement, evidence }) =>
              `- **${escapeMarkdown(verdict)}**: ${escapeMarkdown(statement)}. ${escapeMarkdown(evidence)}.`,
          )
          .join('\n'),
      ];
    case 'plain-table':
      return [`### ${escapeMarkdown(piece.table.caption)}`, plainTable(piece.table)];
    case 'table':
      return [`### ${escapeMarkdown(piece.table.caption)}`, figureTable(piece.table)];
    case 'figures': {
      const width = { wide: 760, half: 480, small: 140 }[piece.width];
      // A caption stands under its figure; small ones stand side by side, where theirs can only follow in their order.
      const image = ({ name, caption }: Figure) =>
        `<img src="${folder}/${name}.svg" width="${width}" alt="${escapeAttribute(caption)}">`;
      const captions = piece.figures.map(({ caption }) => `*${escapeMarkdown(caption)}*`);
      if (piece.width !== 'small') return piece.figures.flatMap((figure, place) => [image(figure), captions[place]]);
      return [piece.figures.map(image).join('\n'), captions.join(' · ')];
    }
  }
}

function figureTable(table: FigureTable): string {
  const marks = marksOf(table);
  const rows = table.rows.map(({ name, cells }, row) => [
    escapeMarkdown(name),
    ...cells.map((cell, column) => figureCell(cell, marks[row][column])),
  ]);
  return markdownTable([table.rowTitle, ...table.columns].map(escapeMarkdown), rows);
}

function figureCell(cell: FigureCell, mark: Mark | undefined): string {
  const { ours, paper, hasFailed } = cell;
  const deviation = ours?.deviation === undefined ? '' : ` ±${(ours.deviation * 100).toFixed(1)}`;
  const value = ours && (ours.mean * 100).toFixed(1);
  const marked = mark === 'best' ? `**${value}**` : mark === 'second' ? `*${value}*` : value;
  const own = value === undefined ? (hasFailed ? 'failed' : '–') : `${marked}${deviation} (${ours?.count})`;
  const points = differenceOf(cell);
  const apart = points === undefined ? '' : ` ${signed(points)}`;
  return paper === undefined ? own : `${own} <sub>${(paper.mean * 100).toFixed(1)}${apart}</sub>`.trim();
}

function plainTable(table: PlainTable): string {
  const { columns, rows } = table;
  return markdownTable(
    columns.map(escapeMarkdown),
    rows.map((row) => row.map(escapeMarkdown)),
    (place) => isNumberColumn(table, place),
  );
}

function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber = (place: number) => place > 0,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${head.map((_, place) => (isNumber(place) ? '---:' : '---')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Nothing in a name can become markup or end a cell. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~]/g, (character) =>
      character === '<' ? '&lt;' : character === '>' ? '&gt;' : `\\${character}`,
    )
    .replace(/\s*\n\s*/g, ' ');
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\s+/g, ' ');
}
