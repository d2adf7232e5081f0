/** What the pictures and colours of a report say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accuracies } from '../../test/fixtures/accuracies.js';
import { plainHash, sampleRows, sampleSet } from '../../test/fixtures/reproduction-sets.js';
import type { JobRow } from '../experiment/result-row.js';
import { colourOf, hexOf, inactiveColour } from '../report/colour-map.js';
import { experimentNames } from './experiments.js';
import { type PlannedJob, planJobs } from './plan.js';
import { reproductionFiles } from './report.js';
import { fullScale } from './scale.js';

const about = 'a text of many words that would stand in a tower of them';
const sets = [sampleSet('mnist', { imageShape: [28, 28], about }), sampleSet('usps', { isPapers: false })];
const scale = { ...fullScale, seeds: [0, 1] };
const planned = planJobs({ experiments: experimentNames, sets, scale, code: 'now' });

function files(rowsOf: (each: PlannedJob) => JobRow[] = sampleRows) {
  const { documents, figures } = reproductionFiles({
    experiments: experimentNames,
    planned,
    rows: planned.flatMap(rowsOf),
    sets,
    scale,
    hash: plainHash,
    missing: [],
    code: 'now',
    settings: {},
    command: '',
  });
  const figure = (name: string) => figures.find((each) => each.name === `${name}.svg`)!.content;
  return { page: documents[0].content, markdown: documents[1].content, figure };
}

const withSvm = (each: PlannedJob, svm: number) => sampleRows(each, { measures: accuracies({ svm }) });

test('different networks at a distance of 0 have the first colour of the scale, a network beside itself has its own', () => {
  const same = [
    [0, 0],
    [0, 0],
  ];
  const { figure, markdown } = files((each) =>
    sampleRows(
      each,
      each.job.kind === 'topology' ? { details: { distances: [{ epoch: 0, layer: 0, values: same }] } } : {},
    ),
  );
  const picture = figure('topology-same-connections-layer0-epoch0');
  assert.match(picture, new RegExp(`<path stroke="${hexOf(colourOf(0))}" d="M1 0\\.5h[\\d.]+M0 1\\.5h[\\d.]+"/>`));
  assert.match(picture, new RegExp(`<rect [^>]*fill="${hexOf(inactiveColour)}"`));
  assert.match(markdown, /a tile of a network with itself is black/);
  assert.doesNotMatch(markdown, /is grey|grey is/);
});

test("the paper's NeuroFS has the colour of neurofs with its settings, dotted", () => {
  const chart = files().figure('curves-mnist');
  const classOf = (name: string) =>
    new RegExp(`<g class="([^"]*)"><path class="curve[^>]*><text [^>]*>${name}<`).exec(chart)?.[1];
  assert.ok(classOf('neurofs, paper settings'));
  assert.equal(classOf('NeuroFS in the paper'), classOf('neurofs, paper settings'));
  assert.match(chart, /class="curve dotted"/);
});

test('lines that coincide are drawn once, and the legend and the caption say for whom', () => {
  const { figure, markdown } = files((each) => withSvm(each, each.job.method === 'neurofs' ? 0.9 : 0.5));
  const chart = figure('curves-mnist');
  // Both forms of neurofs are one line, random and all others another; each line is drawn once and has one key.
  assert.match(chart, />neurofs and 1 alike</);
  assert.match(chart, />random and 13 alike</);
  assert.equal(chart.match(/class="curve" /g)?.length, 4);
  assert.match(
    markdown,
    /drawn once\. neurofs stands for neurofs, paper settings\. random stands for lassonet; stg; .*mrmr\*/,
  );
  assert.doesNotMatch(files().figure('curves-mnist'), /alike/);
});

test("differences from the paper's figures for other data are not coloured", () => {
  const { page } = files((each) => withSvm(each, 0.5));
  const table = (start: string) => page.slice(page.indexOf(start), page.indexOf('</table>', page.indexOf(start)));
  const [, , other] = /<th scope="row">neurofs<\/th>(<td.*?<\/td>)(<td.*?<\/td>)/.exec(table('<h3>SVM, mean over K'))!;
  assert.match(other, /class="level">−/);
  assert.match(table('<h3>SVM, mean over K'), /class="below"/);
  assert.doesNotMatch(table('<h3>usps †'), /class="(above|below)"/);
});

test('a column of texts has room for more than a word', () => {
  assert.ok(files().page.includes(`<td class="words">${about}</td>`));
});
