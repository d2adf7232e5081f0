/** One option of a method, as its description asks: a choice, a number, or whole numbers between commas. */
import type { OptionSpec } from '../../src/select/contract.js';
import { setOption } from '../state/actions.js';
import { optionField, usualText } from '../state/read-form.js';
import { form, formProblems } from '../state/store.js';
import { Field } from './field.js';
import { inWords, sentence } from './sentence.js';

interface OptionFieldProps {
  readonly method: string;
  readonly name: string;
  readonly spec: OptionSpec;
  readonly isDisabled: boolean;
}

export function OptionField({ method, name, spec, isDisabled }: OptionFieldProps) {
  const given = form.value.options[method] ?? {};
  const value = given[name] ?? '';
  const set = (text: string): void => setOption(method, name, text);
  const usual = usualText(spec, given.preset);
  const problem = formProblems.value[optionField(method, name)];
  return (
    <Field label={inWords(name)} hint={sentence(spec.help)} problem={problem}>
      {(id, hint) =>
        spec.type === 'choice' ? (
          <select
            id={id}
            aria-describedby={hint}
            value={value === '' ? usual : value}
            disabled={isDisabled}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          >
            {spec.choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        ) : (
          <input
            id={id}
            aria-describedby={hint}
            value={value}
            aria-invalid={problem !== undefined}
            placeholder={usual}
            inputMode={spec.type === 'number' && !spec.auto ? 'decimal' : 'text'}
            disabled={isDisabled}
            onInput={({ currentTarget }) => set(currentTarget.value)}
          />
        )
      }
    </Field>
  );
}
