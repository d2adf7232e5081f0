/** One column of the file: a list, or a field to type into where the list would be too long. */
import { useEffect, useState } from 'preact/hooks';
import { Field } from './field.js';

const mostListed = 500;

interface ColumnFieldProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly isBusy: boolean;
  /** What an empty field means; a column must be chosen where it is absent. */
  readonly none?: string;
  readonly choose: (name: string) => void;
  /** Told of what is typed and is no column, and of nothing as soon as it is one. */
  readonly onUnknown?: (typed: string | undefined) => void;
}

export function ColumnField(props: ColumnFieldProps) {
  const { label, names, value, isBusy, none, choose } = props;
  if (names.length > mostListed) return <TypedColumn {...props} />;
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} disabled={isBusy} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function TypedColumn({ label, names, value, isBusy, none, choose, onUnknown }: ColumnFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const isColumn = (typed: string): boolean => names.includes(typed) || (none !== undefined && typed === '');
  const type = (typed: string): void => {
    setText(typed);
    onUnknown?.(isColumn(typed) ? undefined : typed);
  };
  const isKnown = isColumn(text);
  const wanted = text.toLowerCase();
  const near = names.filter((name) => name.toLowerCase().includes(wanted)).slice(0, 50);
  return (
    <Field label={label} problem={isKnown ? undefined : 'There is no such column.'}>
      {(id, hint) => (
        <>
          <input
            id={id}
            value={text}
            disabled={isBusy}
            list={`${id}-near`}
            autoComplete="off"
            placeholder={none}
            aria-describedby={hint}
            aria-invalid={!isKnown}
            onInput={({ currentTarget }) => type(currentTarget.value)}
            onChange={() => isKnown && choose(text)}
          />
          <datalist id={`${id}-near`}>
            {near.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
