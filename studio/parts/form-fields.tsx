/** Fields of the form of a run, bound to what is filled in by their name. */
import { setForm } from '../state/actions.js';
import { form, formProblems, type RunForm, work } from '../state/store.js';
import { Field } from './field.js';

/** The fields that hold one text each. */
type TextName = { [Name in keyof RunForm]: RunForm[Name] extends string ? Name : never }[keyof RunForm];

interface NumberFieldProps {
  readonly label: string;
  readonly name: TextName;
  readonly hint?: string;
  readonly isShare?: boolean;
}

export function NumberField({ label, name, hint, isShare = false }: NumberFieldProps) {
  const problem = formProblems.value[name];
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(id, described) => (
        <input
          id={id}
          value={form.value[name]}
          inputMode={isShare ? 'decimal' : 'numeric'}
          disabled={work.value !== undefined}
          aria-describedby={described}
          aria-invalid={problem !== undefined}
          onInput={({ currentTarget }) => setForm({ [name]: currentTarget.value })}
        />
      )}
    </Field>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly name: TextName;
  readonly hint?: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
}

export function ChoiceField({ label, name, hint, choices }: ChoiceFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(id, described) => (
        <select
          id={id}
          value={form.value[name]}
          disabled={work.value !== undefined}
          aria-describedby={described}
          onChange={({ currentTarget }) => setForm({ [name]: currentTarget.value })}
        >
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
