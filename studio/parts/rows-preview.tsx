/** The first rows as they were read. */
import { countOf } from '../../src/report/format.js';
import { dataSettings, table } from '../state/store.js';

export function RowsPreview() {
  const found = table.value;
  if (found === undefined) return null;
  const { names, cells } = found.firstRows;
  const target = dataSettings.value?.target;
  const left = found.columns.names.length - names.length;
  return (
    <>
      <h3>The first rows, as they were read</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section class="scroll rows-preview" aria-label="The first rows of the file" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col" class={name === target ? 'target' : undefined}>
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.map((row, place) => (
              <tr key={place}>
                {row.map((cell, column) => (
                  <td key={names[column]} class={names[column] === target ? 'target' : undefined}>
                    {cell ?? <span class="quiet">missing</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {left > 0 && (
        <p class="quiet">
          {countOf(left, 'column')} between the first and the last five {left === 1 ? 'is' : 'are'} not shown here.
        </p>
      )}
    </>
  );
}
