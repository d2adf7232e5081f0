/** Sections of the reproduction as one HTML file, complete in itself. */
import { html, type Markup } from '../report/markup.js';
import { renderPage } from '../report/page.js';
import { differenceOf, type FigureCell, type FigureTable, type Mark, marksOf, signed } from './figure-table.js';
import { isNumberColumn, type Piece, type PlainTable, type Section } from './piece.js';

export interface ReproductionPage {
  readonly kind: 'reproduction' | 'benchmark';
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly string[];
  readonly sections: readonly Section[];
  readonly footer: string;
}

export function renderReproductionPage(page: ReproductionPage): string {
  const { kind, title, facts, notes, sections, footer } = page;
  const body = html`<header><p class="eyebrow">neurofs ${kind} report</p><h1>${title}</h1>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${notes.map((note) => html`<p class="quiet">${note}</p>`)}
<nav class="contents" aria-label="Contents">${sections.map(({ id, title: name }) => html`<a href="#${id}">${name}</a> `)}</nav></header>
<main>
${sections.map(renderSection)}
</main>
<footer>${footer}</footer>`;
  return renderPage({ title, body });
}

function renderSection({ id, title, paper, pieces }: Section): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}${paper !== undefined && html` <span class="in-paper">${paper}</span>`}</h2>
${pieces.map(renderPiece)}</section>
`;
}

function renderPiece(piece: Piece): Markup {
  switch (piece.kind) {
    case 'text':
      return html`<p>${piece.text}</p>`;
    case 'heading':
      return html`<h3>${piece.text}</h3>`;
    case 'legend':
      return piece.markup;
    case 'findings':
      return html`<ul class="findings">${piece.findings.map(
        ({ kind, verdict, statement, evidence }) =>
          html`<li class="finding-${kind}"><b>${verdict}</b><span>${statement}<br><span class="quiet">${evidence}</span></span></li>
`,
      )}</ul>`;
    case 'plain-table':
      return plainTable(piece.table);
    case 'table': {
      const table = figureTable(piece.table);
      return piece.isFolded
        ? html`<details class="kept"><summary>${piece.table.caption}</summary><div>${table}</div></details>`
        : html`<h3>${piece.table.caption}</h3>${table}`;
    }
    case 'figures':
      return html`<div class="gallery gallery-${piece.width}">${piece.figures.map(
        ({ caption, svg }) =>
          html`<figure>${piece.width === 'small' ? svg : scrolling(caption, svg)}<figcaption>${caption}</figcaption></figure>`,
      )}</div>`;
  }
}

function figureTable(table: FigureTable): Markup {
  const marks = marksOf(table);
  const { caption, rowTitle, columns, rows } = table;
  return scrolling(
    caption,
    html`<table class="methods figure-table"><caption class="hidden">${caption}</caption>
<thead><tr><th scope="col">${rowTitle}</th>${columns.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
      (
        { name, cells, isReference },
        row,
      ) => html`<tr${isReference && html` class="reference"`}><th scope="row">${name}</th>${cells.map((cell, column) =>
        figureCell(cell, marks[row][column]),
      )}</tr>
`,
    )}</tbody></table>`,
  );
}

const markNames: Readonly<Record<Mark, string>> = { best: 'best', second: 'second best' };

function figureCell(cell: FigureCell, mark: Mark | undefined): Markup {
  const { ours, paper, hasFailed } = cell;
  const own =
    ours &&
    html`<span${mark && html` class="${mark}"`}>${(ours.mean * 100).toFixed(1)}</span>${
      ours.deviation !== undefined && html`<span class="deviation"> ±${(ours.deviation * 100).toFixed(1)}</span>`
    }<span class="runs"> (${ours.count})</span>${mark && html`<span class="hidden"> ${markNames[mark]}</span>`}`;
  const runs = ours && `${ours.count} ${ours.count === 1 ? 'run' : 'runs'}`;
  return html`<td class="number"${runs && html` title="${runs}"`}>${own ?? html`<span class="quiet">${hasFailed ? 'failed' : '–'}</span>`}${
    paper && html`<small class="paper">${(paper.mean * 100).toFixed(1)}${difference(cell)}</small>`
  }</td>`;
}

/** Differences under half a point are not coloured, nor those from other data. */
const clearDifference = 0.5;

function difference(cell: FigureCell): Markup | undefined {
  const points = differenceOf(cell);
  if (points === undefined) return undefined;
  const isClear = Math.abs(points) >= clearDifference && !cell.paper?.isOfOtherCopy;
  const kind = isClear ? (points > 0 ? 'above' : 'below') : 'level';
  return html` <span class="${kind}">${signed(points)}</span>`;
}

function plainTable(table: PlainTable): Markup {
  const { caption, columns, rows } = table;
  const kinds = columns.map((_, place) =>
    isNumberColumn(table, place) ? html` class="number"` : isWordy(table, place) && html` class="words"`,
  );
  return html`<h3>${caption}</h3>${scrolling(
    caption,
    html`<table class="methods plain-table"><caption class="hidden">${caption}</caption>
<thead><tr>${columns.map((name, place) => (name === '' ? html`<td></td>` : html`<th scope="col"${kinds[place]}>${name}</th>`))}</tr></thead>
<tbody>${rows.map(
      ([
        name,
        ...cells
      ]) => html`<tr><th scope="row">${name}</th>${cells.map((cell, place) => html`<td${kinds[place + 1]}>${cell}</td>`)}</tr>
`,
    )}</tbody></table>`,
  )}`;
}

/** Columns with a cell of more characters are not squeezed to the width of a word. */
const longestWord = 20;

function isWordy({ rows }: PlainTable, place: number): boolean {
  return rows.some((row) => row[place].length > longestWord);
}

/** A group and no region: tables of different sections share captions, and landmarks may not. */
function scrolling(label: string, wide: Markup): Markup {
  return html`<div class="scroll" role="group" aria-label="${label}" tabindex="0">${wide}</div>`;
}
