/** The paragraph about the selection for a paper or a protocol, in the past tense, with the citation. */
import { judgeTitle } from '../evaluate/registry.js';
import { countOf, formatCount, formatPercent } from './format.js';
import { html, type Markup } from './markup.js';
import { measureText } from './measure-text.js';
import { decidingValue } from './reported-set.js';
import type { SelectionReportInput } from './selection-report-input.js';

const citation =
  'Atashgahi Z, Zhang X, Kichler N, Liu S, Yin L, Pechenizkiy M, Veldhuis R, Mocanu DC. Supervised Feature Selection with Neuron Evolution in Sparse Neural Networks. Transactions on Machine Learning Research, 2023.';

export function methodsSection(input: SelectionReportInput): Markup {
  return html`<section aria-labelledby="methods"><h2 id="methods">For your methods section</h2>
<div class="command"><pre tabindex="0"><code>${methodsText(input)}</code></pre><button type="button" data-copy hidden>Copy</button></div></section>
`;
}

/** Sentences that hold for this run alone; what was not done is not mentioned. */
export function methodsText(input: SelectionReportInput): string {
  const { method } = input;
  const isPapers = method === 'neurofs' || method === 'neurofs-random-growth';
  const sentences = [
    selected(input),
    split(input),
    scaled(input),
    tried(input),
    sized(input),
    judged(input),
    tested(input),
  ];
  const cited = isPapers ? `\n\n${citation}` : '';
  return `${sentences.filter((sentence) => sentence !== '').join(' ')}${cited}`.replaceAll('\u00a0', ' ');
}

function selected({ k, dataset, method, versions = {}, seed }: SelectionReportInput): string {
  const version = versions.neurofs === undefined ? '' : ` ${versions.neurofs}`;
  const by = method === 'neurofs' ? 'NeuroFS (Atashgahi et al., 2023)' : `the method ${method}`;
  const told = dataset.targetName === undefined ? '' : ` to predict ${dataset.targetName}`;
  return `${countOf(k, 'feature')} ${k === 1 ? 'was' : 'were'} selected from ${formatCount(dataset.featureCount)}${told} by ${by} as implemented in neurofs${version} (seed ${seed}).`;
}

function split({ dataset, parameters }: SelectionReportInput): string {
  const { rowCount, trainRowCount, testRowCount = 0 } = dataset;
  if (trainRowCount === undefined || testRowCount === 0) return `All ${countOf(rowCount, 'row')} were used.`;
  const together = parameters.groupBy === undefined ? '' : `, rows of one ${parameters.groupBy} on one side`;
  const how = parameters.testFraction === undefined ? 'divided' : 'divided at random';
  return `The ${countOf(rowCount, 'row')} were ${how} into ${formatCount(trainRowCount)} for training and ${formatCount(testRowCount)} for testing${together}; the selection saw training rows only.`;
}

const scalings: Readonly<Record<string, string>> = {
  minmax: 'scaled to the range from 0 to 1',
  standard: 'standardised to zero mean and unit variance',
  robust: 'scaled by median and interquartile range',
};

function scaled({ parameters }: SelectionReportInput): string {
  const how = scalings[String(parameters.scaling)];
  if (how === undefined) return '';
  return `Features were ${how}, fitted on ${parameters.scaleOn === 'all' ? 'all rows' : 'the training rows'}.`;
}

function tried({ tried: trial }: SelectionReportInput): string {
  if (trial === undefined) return '';
  const names = trial.methods.map(({ method }) => method);
  const most = Math.max(...trial.methods.map(({ folds }) => folds));
  return `The method was chosen among ${names.slice(0, -1).join(', ')} and ${names[names.length - 1]} by the ${measureText(trial.measure).title} of ${judgeTitle(trial.judge)} in up to ${countOf(most, 'fold')} of cross-validation of the training rows.`;
}

function sized({ size, stability }: SelectionReportInput): string {
  const auto = size?.auto;
  const found =
    auto === undefined
      ? ''
      : `Their number is the smallest within one standard error of the best in ${countOf(auto.folds, 'fold')} of cross-validation of the training rows.`;
  const promised =
    size?.promise === undefined
      ? ''
      : `Their number follows from a false-discovery rate of ${formatPercent(size.promise.falseDiscovery, 0)}, held against decoys.`;
  const steady =
    stability === undefined
      ? ''
      : 'Stability was measured by selections from complementary halves of the training rows.';
  return [found, promised, steady].filter((sentence) => sentence !== '').join(' ');
}

function judged(input: SelectionReportInput): string {
  const set = input.measured?.find(({ features }) => features === 'selected');
  const told = set && decidingValue(input, set);
  if (set === undefined || told === undefined) return '';
  const { title, value } = measureText(told.measure);
  const interval = told.interval ? ` (95 % interval ${value(told.interval[0])} to ${value(told.interval[1])})` : '';
  return `With the selected features, ${judgeTitle(set.judge)} reached ${title} of ${value(told.value)}${interval} on ${countOf(set.testRowCount, 'test row')}.`;
}

function tested({ univariate }: SelectionReportInput): string {
  if (univariate === undefined) return '';
  const by = univariate.test === 'spearman' ? "Spearman's rank correlation" : 'the Kruskal–Wallis test';
  return `Features were also looked at one by one, by ${by} on ${countOf(univariate.rowCount, 'training row')}, with false-discovery rates over all features (Benjamini and Hochberg, 1995).`;
}
