/** Every feature by rank: searchable, sortable, with its strength over the epochs. */
import { useMemo, useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../../src/report/format.js';
import type { RunResult } from '../../src/studio/protocol.js';
import { strengthsOf } from '../../src/studio/strength-history.js';
import { csvLine } from '../../src/write/csv-line.js';
import { methodTaken, type RunView, rivalRun, runTitle, selectedCount, shownFeature } from '../state/store.js';
import { RankTools } from './rank-tools.js';
import { RowsInView } from './rows-in-view.js';
import { SearchField } from './search-field.js';
import { Sparkline } from './sparkline.js';

const rowHeight = 34;
/** By rank or name, or by the ranks of another run or method. */
type SortKey = 'rank' | 'name' | `by ${string}`;

interface Sorting {
  readonly key: SortKey;
  readonly isRising: boolean;
}

export function RankingTable({ run }: { readonly run: RunView }) {
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting>({ key: 'rank', isRising: true });
  const result = run.result!;
  const method = methodTaken(run);
  const k = selectedCount(run);
  const { names = [] } = run.begin?.dataset ?? {};
  const others = useMemo(() => otherRanks(run, rivalRun.value), [run, rivalRun.value]);
  const ranks = arrange(result, names, search, sorting, others);
  const hasCurves = result.strengths.epochs.length > 1;
  const isOrdered = useMemo(() => areRankMade(result, k), [result, k]);

  const headOf = (key: SortKey, text: string, className = '') => (
    <th
      key={key}
      scope="col"
      class={className}
      aria-sort={sorting.key !== key ? 'none' : sorting.isRising ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        onClick={() => setSorting({ key, isRising: sorting.key === key ? !sorting.isRising : true })}
      >
        {text}
      </button>
    </th>
  );
  const row = (place: number) => {
    const rank = ranks[place];
    const feature = result.order[rank];
    return (
      <tr key={rank} aria-rowindex={place + 2} class={rank < k ? 'chosen' : 'passed-over'}>
        <td class="number">{formatCount(rank + 1)}</td>
        <th scope="row">
          <button
            type="button"
            class="feature-name"
            tabIndex={-1}
            onClick={() => {
              shownFeature.value = feature;
            }}
          >
            <bdi title={names[feature]}>{names[feature]}</bdi>
          </button>
          {result.fates.has(feature) && <span class="note"> {fateOf(result, feature)}</span>}
        </th>
        {!isOrdered && <td class="number">{formatNumber(result.scores[rank])}</td>}
        {hasCurves && (
          <td class="spark">
            <Sparkline values={strengthsOf(result.strengths, feature)} />
          </td>
        )}
        {others.map(({ key, ranks: theirs }) => (
          <td key={key} class="number">
            {formatCount(theirs[feature] + 1)}
          </td>
        ))}
      </tr>
    );
  };
  return (
    <>
      <p class="tools">
        <SearchField value={search} onInput={setSearch} />{' '}
        <span role="status" class="quiet">
          {search.trim() !== '' && `${formatCount(ranks.length)} found`}
        </span>
      </p>
      <p class="quiet">
        Press a name to look at the feature closely, or{' '}
        <button
          type="button"
          class="kin"
          onClick={() => {
            shownFeature.value = result.order[ranks[0] ?? 0];
          }}
        >
          open the first of the list
        </button>
      </p>
      <RowsInView
        className="ranking-table"
        count={ranks.length}
        rowHeight={rowHeight}
        columnCount={2 + (isOrdered ? 0 : 1) + (hasCurves ? 1 : 0) + others.length}
        label="Ranking of the features"
        row={row}
        head={
          <tr>
            {headOf('rank', 'Rank', 'number')}
            {headOf('name', 'Feature')}
            {!isOrdered && (
              <th scope="col" class="number">
                Score
              </th>
            )}
            {hasCurves && <th scope="col">Strength over the epochs</th>}
            {others.map(({ key, title }) => headOf(key, title, 'number'))}
          </tr>
        }
      />
      <RankTools run={run} csv={() => rankingTableCsv(result, names, ranks, isOrdered, others)} />
      <p class="quiet">
        The {formatCount(k)} selected are marked.{' '}
        {isOrdered && `${method} picks one feature after the other: it gives an order, and no scores.`}
        {result.scores.some((score) => score < 0) &&
          hasCurves &&
          'A score below 0 means that the network removed the feature, the lower the earlier. '}
        {result.fates.size > 0 &&
          'Columns that are constant or the same as another on the training rows were not selected from, and come last.'}
      </p>
    </>
  );
}

/** What the table shows, as it is sorted and narrowed down. */
function rankingTableCsv(
  { order, scores, fates }: RunResult,
  names: readonly string[],
  ranks: readonly number[],
  isOrdered: boolean,
  others: readonly OtherRanks[],
): string {
  const head = ['rank', 'feature', ...(isOrdered ? [] : ['score']), ...others.map(({ title }) => title), 'note'];
  const lines = ranks.map((rank) => {
    const feature = order[rank];
    const note = fates.has(feature) ? fateOf({ fates }, feature) : '';
    const score = isOrdered ? [] : [scores[rank]];
    return csvLine([rank + 1, names[feature], ...score, ...others.map((each) => each.ranks[feature] + 1), note]);
  });
  return [csvLine(head), ...lines].join('');
}

/** Scores that only count the places, as those of methods that pick one feature after the other: 1, (K-1)/K ... */
function areRankMade({ scores, order, fates }: RunResult, k: number): boolean {
  // What was not selected from stands last, with the score of another.
  const own = scores.filter((_, place) => !fates.has(order[place])).subarray(0, k);
  return own.length > 1 && own.every((score, place) => Math.abs(score - (own.length - place) / own.length) < 1e-9);
}

function fateOf({ fates }: Pick<RunResult, 'fates'>, feature: number): string {
  const { sameAs, isConstant } = fates.get(feature) ?? {};
  return isConstant ? 'constant' : `the same as “${sameAs}”`;
}

interface OtherRanks {
  readonly key: SortKey;
  readonly title: string;
  readonly ranks: Int32Array;
}

/** The ranks of the run beside this one, and of the methods that were asked. */
function otherRanks(run: RunView, rival: RunView | undefined): readonly OtherRanks[] {
  const beside = rival?.result ? [{ title: `Rank in ${runTitle(rival)}`, order: rival.result.order }] : [];
  const asked = Array.from(run.otherOrders, ([method, order]) => ({ title: `Rank by ${method}`, order }));
  return [...beside, ...asked].map(({ title, order }) => ({ key: `by ${title}`, title, ranks: ranksOf(order) }));
}

function ranksOf(order: Int32Array): Int32Array {
  const ranks = new Int32Array(order.length);
  order.forEach((feature, rank) => {
    ranks[feature] = rank;
  });
  return ranks;
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Ranks in the order to be shown. */
function arrange(
  { order }: RunResult,
  names: readonly string[],
  search: string,
  { key, isRising }: Sorting,
  others: readonly OtherRanks[],
): readonly number[] {
  const wanted = search.trim().toLowerCase();
  const ranks = [...order.keys()].filter((rank) => wanted === '' || names[order[rank]].toLowerCase().includes(wanted));
  if (key === 'name') ranks.sort((a, b) => collator.compare(names[order[a]], names[order[b]]));
  const theirs = others.find((each) => each.key === key)?.ranks;
  if (theirs) ranks.sort((a, b) => theirs[order[a]] - theirs[order[b]]);
  return isRising ? ranks : ranks.reverse();
}
