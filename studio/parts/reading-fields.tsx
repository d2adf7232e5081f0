/** How the file was read, and how it is to be read where that was wrong. A change reads it again. */
import type { ReadSettings } from '../../src/studio/open-files.js';
import {
  type DecimalMark,
  type DelimiterName,
  decimalMarks,
  delimiterNames,
  type TextLayout,
} from '../../src/types.js';
import { readOtherwise } from '../state/actions.js';
import { source, table, work } from '../state/store.js';
import { Field } from './field.js';

const delimiterWords: Readonly<Record<DelimiterName, string>> = {
  comma: 'commas',
  semicolon: 'semicolons',
  tab: 'tabs',
  pipe: 'bars',
  blanks: 'blanks',
};
const decimalWords: Readonly<Record<DecimalMark, string>> = { point: 'point: 1.5', comma: 'comma: 1,5' };

export function ReadingFields() {
  const found = table.value;
  if (found === undefined) return null;
  const { layout, matrices } = found;
  const reading = source.value?.reading ?? {};
  const isBusy = work.value !== undefined;
  return (
    <details class="reading-fields">
      <summary>{layout === undefined ? 'Read it otherwise' : layoutText(layout)}</summary>
      {layout !== undefined && <LayoutFields layout={layout} />}
      {matrices !== undefined && (
        <Choice
          label={/^xlsx/.test(found.format) ? 'Sheet' : 'Variable with the features'}
          value={matrices[0]}
          options={matrices.map((name) => [name, name])}
          change={(x) => ({ x })}
        />
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={reading.transpose === true}
          disabled={isBusy}
          onChange={({ currentTarget }) => void readOtherwise({ transpose: currentTarget.checked })}
        />{' '}
        Columns are samples: exchange rows and columns
      </label>
      <Field label="Also missing" hint="What else stands for a missing cell, between commas: -99, unknown">
        {(id, hint) => (
          <input
            id={id}
            aria-describedby={hint}
            disabled={isBusy}
            value={(reading.missingMarks ?? []).join(', ')}
            onChange={({ currentTarget }) => void readOtherwise({ missingMarks: marksIn(currentTarget.value) })}
          />
        )}
      </Field>
    </details>
  );
}

function LayoutFields({ layout }: { readonly layout: TextLayout }) {
  return (
    <>
      <Choice
        label="Cells are apart by"
        value={layout.delimiter}
        options={delimiterNames.map((name) => [name, delimiterWords[name]])}
        change={(delimiter) => ({ delimiter: delimiter as DelimiterName })}
      />
      <Choice
        label="Decimal mark"
        value={layout.decimal}
        options={decimalMarks.map((mark) => [mark, decimalWords[mark]])}
        change={(decimal) => ({ decimal: decimal as DecimalMark })}
      />
      <Choice
        label="First line"
        value={layout.header ? 'names' : 'row'}
        options={[
          ['names', 'holds the names'],
          ['row', 'is a row like the others'],
        ]}
        change={(what) => ({ header: what === 'names' })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly change: (value: string) => ReadSettings;
}

function Choice({ label, value, options, change }: ChoiceProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={value}
          disabled={work.value !== undefined}
          onChange={({ currentTarget }) => void readOtherwise(change(currentTarget.value))}
        >
          {options.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function layoutText({ delimiter, decimal, header }: TextLayout): string {
  return `Read with ${delimiterWords[delimiter]} between cells, decimal ${decimal}, ${header ? 'names in the first line' : 'no line of names'}`;
}

function marksIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((mark) => mark.trim())
    .filter((mark) => mark !== '');
}
