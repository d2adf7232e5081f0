/** Every column of the file: its type, what is in it, what is missing, and whether it is used. */
import { useState } from 'preact/hooks';
import { formatCount } from '../../src/report/format.js';
import type { ColumnRecord } from '../../src/types.js';
import { changeData } from '../state/actions.js';
import { dataSettings, dataset, table, work } from '../state/store.js';
import { RowsInView } from './rows-in-view.js';
import { SearchField } from './search-field.js';

const rowHeight = 34;

export function ColumnTable() {
  const [search, setSearch] = useState('');
  const columns = table.value?.columns;
  const settings = dataSettings.value;
  if (columns === undefined || settings === undefined) return null;
  const wanted = search.trim().toLowerCase();
  const places = [...columns.names.keys()].filter(
    (place) => wanted === '' || columns.names[place].toLowerCase().includes(wanted),
  );
  const records = new Map((dataset.value?.columns ?? []).map((record) => [record.name, record]));
  const row = (at: number) => {
    const place = places[at];
    const name = columns.names[place];
    const isTarget = name === settings.target;
    const record = records.get(name);
    const isOut = settings.leaveOut.includes(name) || record?.use === 'left out';
    return (
      <tr key={place} aria-rowindex={at + 2}>
        <td>
          {isTarget ? (
            <span class="tag">target</span>
          ) : (
            <input
              type="checkbox"
              checked={!isOut}
              disabled={work.value !== undefined}
              aria-label={`Use the column ${name}`}
              onChange={({ currentTarget }) => useColumn(name, currentTarget.checked, record)}
            />
          )}
        </td>
        <th scope="row">
          <bdi title={name}>{name}</bdi>
        </th>
        <td>{columns.isText[place] ? 'text' : 'numbers'}</td>
        <td class="number">{columns.missing[place] > 0 ? formatCount(columns.missing[place]) : ''}</td>
        <td class="shown" title={record?.note ?? columns.shown[place]}>
          {record?.note ?? columns.shown[place]}
        </td>
      </tr>
    );
  };
  return (
    <>
      <p class="tools">
        <SearchField value={search} onInput={setSearch} />
      </p>
      <RowsInView
        className="columns"
        count={places.length}
        rowHeight={rowHeight}
        columnCount={5}
        label="Columns of the file"
        row={row}
        head={
          <tr>
            <th scope="col">Use</th>
            <th scope="col">Column</th>
            <th scope="col">Type</th>
            <th scope="col">Missing</th>
            <th scope="col">Holds</th>
          </tr>
        }
      />
      {places.length === 0 && <p class="quiet">No column has “{search}” in its name.</p>}
    </>
  );
}

/** A column that a rule left out is used by being kept. */
function useColumn(name: string, isUsed: boolean, record: ColumnRecord | undefined): void {
  const { leaveOut, keep } = dataSettings.value!;
  const without = (names: readonly string[]) => names.filter((each) => each !== name);
  const wasRuledOut = record?.use === 'left out' && !leaveOut.includes(name);
  void changeData({
    leaveOut: isUsed ? without(leaveOut) : [...leaveOut, name],
    keep: isUsed && wasRuledOut ? [...keep, name] : without(keep),
  });
}
