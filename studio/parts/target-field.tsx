/** Which column is to be predicted: a list, or a field to type into where the list would be too long. */
import { useEffect, useState } from 'preact/hooks';
import { changeData } from '../state/actions.js';
import { dataSettings, table, unknownTarget, work } from '../state/store.js';
import { Field } from './field.js';

const mostListed = 500;

export function TargetField() {
  const found = table.value;
  const settings = dataSettings.value;
  if (found === undefined || settings === undefined) return null;
  const { names } = found.columns;
  const targets = [...found.otherTargets.filter((name) => !names.includes(name)), ...names];
  const isBusy = work.value !== undefined;
  const choose = (target: string): void => {
    if (target !== settings.target) void changeData({ target });
  };
  if (targets.length > mostListed) return <TypedTarget {...{ targets, isBusy, choose, value: settings.target }} />;
  return (
    <Field label="Target: the column to predict">
      {(id) => (
        <select
          {...{ id, value: settings.target, disabled: isBusy }}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {targets.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TypedTargetProps {
  readonly targets: readonly string[];
  readonly value: string;
  readonly isBusy: boolean;
  readonly choose: (target: string) => void;
}

function TypedTarget({ targets, value, isBusy, choose }: TypedTargetProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const type = (typed: string): void => {
    setText(typed);
    unknownTarget.value = targets.includes(typed) ? undefined : typed;
  };
  const isKnown = targets.includes(text);
  const wanted = text.toLowerCase();
  const near = targets.filter((name) => name.toLowerCase().includes(wanted)).slice(0, 50);
  return (
    <Field label="Target: the column to predict" problem={isKnown ? undefined : 'There is no such column.'}>
      {(id, hint) => (
        <>
          <input
            {...{ id, value: text, disabled: isBusy, list: `${id}-near`, autoComplete: 'off' }}
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
