/** Every feature by rank: searchable, sortable, with its strength over the epochs. */
import { useEffect, useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../../src/report/format.js';
import type { RunResult } from '../../src/studio/protocol.js';
import { readSeries } from '../state/actions.js';
import { dataset, runs } from '../state/store.js';
import { RowsInView } from './rows-in-view.js';
import { SearchField } from './search-field.js';
import { Sparkline } from './sparkline.js';

const rowHeight = 34;
type SortKey = 'rank' | 'name' | 'other';

interface Sorting {
  readonly key: SortKey;
  readonly isRising: boolean;
}

export function RankingTable({ result }: { readonly result: RunResult }) {
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting>({ key: 'rank', isRising: true });
  const [curves, setCurves] = useState<ReadonlyMap<number, Float32Array>>(new Map());
  const [view, setView] = useState<readonly [number, number]>([0, 0]);
  const names = dataset.value?.names ?? [];
  const other = runs.value.find((run) => run.result !== undefined && run.result.id !== result.id);
  const otherRank = other?.result && ranksOf(other.result.order);
  const ranks = arrange(result, names, search, sorting, otherRank);
  const hasCurves = (runs.value.find((run) => run.result === result)?.frames.length ?? 0) > 1;

  useEffect(() => setCurves(new Map()), [result]);
  useEffect(() => {
    if (!hasCurves) return;
    const seen = ranks.slice(view[0], view[1]).map((rank) => result.order[rank]);
    const unknown = Int32Array.from(seen.filter((feature) => !curves.has(feature)));
    if (unknown.length === 0) return;
    void readSeries(result.id, unknown).then(({ epochs, values }) =>
      setCurves((known) => {
        const more = new Map(known);
        unknown.forEach((feature, at) => {
          more.set(feature, values.subarray(at * epochs.length, (at + 1) * epochs.length));
        });
        return more;
      }),
    );
  });

  const headOf = (key: SortKey, text: string, className = '') => (
    <th
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
      <tr key={rank} aria-rowindex={place + 2} class={rank < result.settings.k ? 'chosen' : 'passed-over'}>
        <td class="number">{formatCount(rank + 1)}</td>
        <th scope="row">
          <bdi title={names[feature]}>{names[feature]}</bdi>
        </th>
        <td class="number">{formatNumber(result.scores[rank])}</td>
        {hasCurves && (
          <td class="spark">
            <Sparkline values={curves.get(feature)} />
          </td>
        )}
        {otherRank && <td class="number">{formatCount(otherRank[feature] + 1)}</td>}
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
      <RowsInView
        className="ranking-table"
        count={ranks.length}
        rowHeight={rowHeight}
        columnCount={3 + (hasCurves ? 1 : 0) + (otherRank ? 1 : 0)}
        label="Ranking of the features"
        row={row}
        onView={(first, last) => (first !== view[0] || last !== view[1]) && setView([first, last])}
        head={
          <tr>
            {headOf('rank', 'Rank', 'number')}
            {headOf('name', 'Feature')}
            <th scope="col" class="number">
              Score
            </th>
            {hasCurves && <th scope="col">Strength over the epochs</th>}
            {otherRank && headOf('other', `Rank in ${other?.method}`, 'number')}
          </tr>
        }
      />
      <p class="quiet">
        The {formatCount(result.settings.k)} selected are marked. A score below 0 means that the network removed the
        feature, the lower the earlier.
      </p>
    </>
  );
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
  otherRank: Int32Array | undefined,
): readonly number[] {
  const wanted = search.trim().toLowerCase();
  const ranks = [...order.keys()].filter((rank) => wanted === '' || names[order[rank]].toLowerCase().includes(wanted));
  if (key === 'name') ranks.sort((a, b) => collator.compare(names[order[a]], names[order[b]]));
  if (key === 'other' && otherRank) ranks.sort((a, b) => otherRank[order[a]] - otherRank[order[b]]);
  return isRising ? ranks : ranks.reverse();
}
