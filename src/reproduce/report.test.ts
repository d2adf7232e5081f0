import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accuracies } from '../../test/fixtures/accuracies.js';
import { plainHash, sampleRows, sampleSet } from '../../test/fixtures/reproduction-sets.js';
import { rankCorrelation } from './claims/judge-claims.js';
import { experimentNames } from './experiments.js';
import { gatherResults } from './gather.js';
import { methodBars } from './method-bars.js';
import { planJobs } from './plan.js';
import { type ReproductionReportInput, reproductionFiles } from './report.js';
import { fullScale } from './scale.js';
import { claimsOf } from './sections/claims.js';

const hostile = '<script>alert(1)</script> | `x` [y](z) " & \n#';
const sets = [
  sampleSet('mnist', { imageShape: [28, 28], paperName: 'MNIST' }),
  sampleSet('arcene', { featureCount: 10_000, data: { ...sampleSet('arcene').data, name: hostile } }),
  sampleSet('coil20'),
];
const scale = { ...fullScale, seeds: [0, 1] };
const planned = planJobs({ experiments: experimentNames, sets, scale, code: 'now' });

function input(change: Partial<ReproductionReportInput> = {}): ReproductionReportInput {
  const rows = planned.flatMap((each) => sampleRows(each));
  return {
    experiments: experimentNames,
    planned,
    rows,
    sets,
    scale,
    hash: plainHash,
    missing: ['HAR'],
    code: 'now',
    settings: { Node: '20' },
    command: `neurofs reproduce --out '${hostile}'`,
    ...change,
  };
}

const files = (change: Partial<ReproductionReportInput> = {}) => {
  const { documents, figures } = reproductionFiles(input(change));
  return { page: documents[0].content, markdown: documents[1].content, figures };
};

/** Without styles and script. */
const bodyOf = (page: string) => page.slice(page.indexOf('<body>'), page.indexOf('<script>'));

describe('the report of a reproduction', () => {
  test('names what is not run with its cost', () => {
    const rows = planned
      .filter(({ job }) => job.method !== 'stg' || job.seed === 0)
      .flatMap((each) => sampleRows(each));
    const { page, markdown } = files({ rows });
    // One run left on each of three sets: 2 seconds, and six judgements of 1.
    assert.match(markdown, /\| stg \| 3 \| 8\u00a0s \| 8\u00a0s \| 8\u00a0s \| 24\u00a0s \|/);
    assert.match(page, /What is not run, and its cost/);
    assert.doesNotMatch(files().page, /What is not run/);
  });

  test('says where the paper has no figure because its authors ran out of time', () => {
    const { markdown } = files();
    assert.match(markdown, /no figure for rfs on mnist: it took the authors more than 12 hours/);
    assert.equal(markdown.match(/no figure for/g)?.length, 1);
  });

  test('has a section for every experiment, figures among them, and says what is missing', () => {
    const { page, markdown, figures } = files();
    for (const name of experimentNames) assert.match(page, new RegExp(`<h2 id="${name}">`));
    assert.match(page, /Not available, and so not in this report: HAR\./);
    const names = figures.map(({ name }) => name);
    for (const name of ['curves-mnist.svg', 'ranking-low.svg', 'ranking-high.svg', 'critical-difference.svg']) {
      assert.ok(names.includes(name), name);
    }
    assert.ok(names.some((name) => name.startsWith('importance-mnist-paper-')));
    assert.ok(names.some((name) => name.startsWith('topology-same-connections-layer2-')));
    assert.ok(names.includes('hyperparameter-alpha.svg'));
    for (const name of names) assert.ok(markdown.includes(`figures/${name}`), name);
    assert.equal(new Set(names).size, names.length, 'no two figures share a name');
  });

  test("sets the paper's figure beside ours with the difference", () => {
    const rows = planned.flatMap((each) =>
      sampleRows(
        each,
        each.job.method === 'neurofs' ? { measures: accuracies({ svm: 0.963, knn: 0.9, 'extra-trees': 0.9 }) } : {},
      ),
    );
    const { page, markdown } = files({ rows });
    assert.match(page, /96\.3<\/span>.*?<small class="paper">95\.3 <span class="above">\+1\.0<\/span><\/small>/);
    assert.match(markdown, /96\.3\** ±0\.0 \(2\) <sub>95\.3 \+1\.0<\/sub>/);
  });

  test('shows names from the data as text', () => {
    const { page, markdown, figures } = files();
    const scripts = page.match(/<script/g) ?? [];
    assert.equal(scripts.length, 1, 'the page has its own script alone');
    assert.match(page, /&lt;script&gt;alert\(1\)/);
    assert.doesNotMatch(markdown, /<script/);
    for (const { content } of figures) assert.doesNotMatch(content, /<script/);
    const rows = markdown.split('\n').filter((line) => line.startsWith('| neurofs |'));
    for (const row of rows) assert.doesNotMatch(row, /\[y\]\(z\)/);
  });

  test('names the files of figures so that links lead to them, whatever the data sets are called', () => {
    const called = ['50% #1?.mat', 'A.csv', 'a.csv'].map((key) => sampleSet(key));
    const jobs = planJobs({ experiments: ['accuracy'], sets: called, scale, code: 'now' });
    const rows = jobs.flatMap((each) => sampleRows(each));
    const { markdown, figures } = files({ sets: called, planned: jobs, rows, experiments: ['accuracy'] });
    const names = figures.map(({ name }) => name);
    assert.ok(names.includes('means-50-1.mat.svg') && names.includes('means-a.csv-2.svg'), names.join());
    assert.deepEqual(
      [...markdown.matchAll(/<img src="([^"]*)"/g)].map(([, link]) => decodeURI(link)),
      names.map((name) => `figures/${name}`),
    );
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
  });

  test('leaves blank what was not run and says how much that is', () => {
    const { page, figures } = files({ rows: [] });
    assert.match(page, /Results<\/dt><dd>0 of /);
    assert.match(page, /not run yet: left blank/);
    assert.equal(figures.length, 0);
    assert.doesNotMatch(bodyOf(page), /NaN|undefined|Infinity/);
    const part = files({ rows: planned.slice(0, 40).flatMap((each) => sampleRows(each)) });
    assert.doesNotMatch(bodyOf(part.page), /NaN|undefined|Infinity/);
  });

  test('tells failures with their reason and draws nothing from them', () => {
    const error = { code: 'limit', message: `stopped ${hostile}`, limitSeconds: 3 } as const;
    const rows = planned.flatMap((each) =>
      sampleRows(each, each.job.method === 'stg' ? { measures: [], features: [], error } : {}),
    );
    const { page } = files({ rows });
    assert.match(page, />failed</);
    assert.match(page, /What failed/);
    assert.match(page, /stopped &lt;script&gt;/);
    assert.doesNotMatch(bodyOf(page), /\byet\b/, 'what failed is not called waiting');
  });

  test('ranks over all pairs that at least half of the methods have, and says which methods have fewer', () => {
    const failing = planned.flatMap((each) => {
      const isFailed = each.job.method === 'stg' && each.set === 'mnist';
      return sampleRows(each, isFailed ? { measures: [], features: [], error: { code: 'bug', message: 'x' } } : {});
    });
    const { markdown, figures } = files({ rows: failing });
    assert.match(
      markdown,
      /Low-dimensional \(up to 2,000 features\): 12 pairs of data set and K, of mnist and coil20\./,
    );
    const low = figures.find(({ name }) => name === 'ranking-low.svg')!;
    assert.match(low.content, />stg \(6\)</);
    const few = planned.filter(({ job }) => ['stg', 'rfs'].includes(job.method)).flatMap((each) => sampleRows(each));
    assert.ok(!files({ rows: few }).figures.some(({ name }) => name.startsWith('ranking')), 'two of eight say nothing');
  });

  test("names the data sets that are left out of Friedman's test", () => {
    const isKept = ({ job, set }: (typeof planned)[number]) => set !== 'coil20' || job.method === 'random';
    const { markdown } = files({ rows: planned.filter(isKept).flatMap((each) => sampleRows(each)) });
    assert.match(markdown, /Data sets left out because not all of these methods have results there: coil20\./);
    assert.doesNotMatch(files().markdown, /Data sets left out/);
  });

  test('counts a result that several experiments ask for once', () => {
    const { counts } = reproductionFiles(input());
    const keys = new Set(input().rows.map(({ key }) => key));
    assert.deepEqual(counts, { total: keys.size, done: keys.size, failed: 0 });
    assert.ok(keys.size < input().rows.length, 'there are such results');
  });

  test('marks the best only where at least half of the methods have a figure', () => {
    const few = planned.filter(({ job }) => job.variant === 'random').flatMap((each) => sampleRows(each));
    assert.doesNotMatch(bodyOf(files({ rows: few }).page), /class="best"/);
    assert.match(bodyOf(files().page), /class="best"/);
  });

  test('gives a method one colour in all charts', () => {
    const { figures } = files();
    const colourOf = (content: string, name: string) =>
      new RegExp(`<g class="series-(\\d+)">(?:(?!</g>).)*>${name}(?: \\(\\d+\\))?</text>`, 's').exec(content)?.[1];
    for (const name of ['neurofs, paper settings', 'quickselection']) {
      const colours = figures.flatMap(({ name: file, content }) =>
        /^(means|ranking)-/.test(file) ? [colourOf(content, name)] : [],
      );
      assert.ok(colours.length >= 4 && new Set(colours).size === 1, `${name}: ${colours}`);
    }
  });

  test('holds each claim of the paper against the rows', () => {
    const all = (svm: number) => ({ measures: accuracies({ svm, knn: svm, 'extra-trees': svm }) });
    const rowsWhere = (own: number) =>
      planned.flatMap((each) => sampleRows(each, all(each.job.variant === 'neurofs, paper settings' ? own : 0.5)));
    const verdict = (rows: ReturnType<typeof rowsWhere>, claim: RegExp) =>
      claimsOf(gatherResults(input({ rows }))).find((each) => claim.test(each.claim))!.verdict;
    assert.equal(verdict(rowsWhere(0.9), /above QuickSelection$/), 'holds');
    assert.equal(verdict(rowsWhere(0.1), /above QuickSelection$/), 'does not hold');
    assert.equal(verdict([], /above QuickSelection$/), 'too few rows');
    assert.equal(verdict(rowsWhere(0.9), /low-dimensional/), 'holds');
    assert.equal(verdict(rowsWhere(0.1), /low-dimensional/), 'does not hold');
    assert.equal(verdict(rowsWhere(0.9), /best of eight/), 'holds');
  });

  /** Claims where NeuroFS has 0.9 and what is left of the others 0.5. */
  const claimsWhere = (isKept: (each: (typeof planned)[number]) => boolean, rival = 0.5) => {
    const rows = planned.filter(isKept).flatMap((each) =>
      sampleRows(each, {
        measures: accuracies({ svm: each.job.variant === 'neurofs, paper settings' ? 0.9 : rival }),
      }),
    );
    const claims = claimsOf(gatherResults(input({ rows })));
    return (claim: RegExp) => claims.find((each) => claim.test(each.claim))!;
  };

  test('gives every rival a verdict of its own, from its own rows', () => {
    const claim = claimsWhere(({ job, set }) => job.variant !== 'lassonet' || set === 'mnist');
    assert.equal(claim(/above LassoNet$/).verdict, 'too few rows');
    assert.match(
      claim(/above LassoNet$/).evidence,
      /^above on 1 of 1\u00a0data set \(mnist\), level on 0, below on 0; \+40\.0 points$/,
    );
    assert.equal(claim(/above STG$/).verdict, 'holds');
    assert.match(
      claim(/above STG$/).evidence,
      /^above on 3 of 3\u00a0data sets \(.*\), level on 0, below on 0; \+40\.0 points on average$/s,
    );
    assert.match(claim(/best of eight/).evidence, /run on fewer of the 3: lassonet on 1$/);
    assert.match(claim(/high-dimensional/).evidence, /; without lassonet, of which results are missing$/);
    assert.doesNotMatch(claimsWhere(() => true)(/high-dimensional/).evidence, /missing/);
    assert.match(claimsWhere(() => true)(/best of eight/).evidence, /all eight have been run on each$/);
  });

  test('ranks on a set where all have been run but what the paper could not run there either', () => {
    const evidenceWithout = (method: string) =>
      claimsWhere(({ job, set }) => job.variant !== method || set !== 'mnist')(/low-dimensional/).evidence;
    assert.match(
      evidenceWithout('rfs'),
      /^over 12 pairs .* of the 7 methods .*; without rfs, of which results are missing$/,
    );
    assert.match(evidenceWithout('stg'), /^over 6 pairs .* of the 8 methods /);
  });

  test('counts less than half of the last digit as level, half a case, and says so', () => {
    const claim = claimsWhere(() => true, 0.9004)(/best of eight/);
    assert.match(claim.evidence, /alone the best on 0 and level with the best of the others on 3 /);
    assert.equal(claim.verdict, 'in part');
    assert.equal(claimsWhere(() => true, 0.9006)(/above STG$/).verdict, 'does not hold');
  });

  test('the best on most and close on all others: each half of the claim counts', () => {
    const verdict = (rival: number) => claimsWhere(() => true, rival)(/best of eight/).verdict;
    assert.equal(verdict(0.5), 'holds');
    assert.equal(verdict(0.91), 'in part', 'close to the best, but never the best');
    assert.equal(verdict(0.95), 'does not hold');
    assert.match(
      claimsWhere(() => true, 0.95)(/best of eight/).evidence,
      /2 points or more behind the best on 3 \(mnist −5\.0, /,
    );
  });

  test('compares at the K that both have where one lacks the mean over K, and says so', () => {
    const isRandom = (variant: string) => variant === 'random growth, paper settings';
    const claim = claimsWhere(
      ({ job }) => !isRandom(job.variant) || ('picks' in job && job.picks.every(({ k }) => k === 50)),
    );
    assert.equal(claim(/growth at random/).verdict, 'holds');
    assert.match(claim(/growth at random/).evidence, /; compared at K = 50 on mnist, [^;]* and coil20, all that both/);
    assert.doesNotMatch(claim(/above STG$/).evidence, /K = 50/);
  });

  test('says with what the cost is compared', () => {
    const { evidence } = claimsWhere(() => true)(/fewest parameters/);
    // Table 4: 0.05 of 5.8 on Arcene, 0.13 of 4.5 on COIL-20.
    for (const told of [/one hidden layer/, /one with three/, /QuickSelection and RigL .* level/]) {
      assert.match(evidence, told);
    }
    assert.match(evidence, / 0\.9 to 2\.9 % of those of LassoNet by/);
  });

  test('says of a heat map with blank cells why they are', () => {
    const own = planned.filter(({ role }) => role.kind !== 'hyperparameter' || role.value === 0.65);
    const { markdown } = files({ rows: own.flatMap((each) => sampleRows(each)) });
    assert.match(markdown, /alpha: share .*\. Blank, of 12\u00a0cells: 9 not run yet\./);
    assert.doesNotMatch(files().markdown, /Blank, of/);
  });

  test("keeps our number apart from the paper's mark", () => {
    const bar = { name: 'a', look: 0, ours: 0.2, paper: 0.8 };
    const svg = String(methodBars({ label: 'x', bars: [bar], from: 0, to: 1, format: String }));
    const place = (pattern: RegExp) => Number(pattern.exec(svg)![1]);
    const heading = place(/<text x="([\d.]+)"[^>]*>here</);
    assert.equal(place(/<text x="([\d.]+)"[^>]*text-anchor="end">0\.2</), heading);
    assert.ok(heading > place(/paper-mark" d="M([\d.]+) 20v/) + 40);
  });

  test('takes results of other versions of the code where there are no others, and says so', () => {
    const old = planned.flatMap(({ job }) => sampleRows({ job: { ...job, code: 'old' } }));
    assert.match(files({ rows: old }).page, /made by other versions of the code: old/);
    assert.doesNotMatch(files({ rows: [...old, ...input().rows] }).page, /other versions/);
  });
});

test("a rank correlation is Spearman's, ties sharing their ranks", () => {
  // python3 -c "from scipy.stats import spearmanr; print(spearmanr([1, 2, 2, 4, 5], [3, 1, 4, 4, 9]).statistic)"
  const pairs = [1, 2, 2, 4, 5].map((a, i) => [a, [3, 1, 4, 4, 9][i]] as const);
  assert.ok(Math.abs(rankCorrelation(pairs) - 0.7631578947368421) < 1e-12);
});
