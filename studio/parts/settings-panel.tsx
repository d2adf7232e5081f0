/** How many features, by which method, and the button that starts it. The options come from the methods themselves. */
import { formatCount, formatPercent } from '../../src/report/format.js';
import { setForm } from '../state/actions.js';
import { startRun } from '../state/run-actions.js';
import { dataset, form, methods, unknownTarget, work } from '../state/store.js';
import { whyNotMethod } from '../state/why-not-method.js';
import { CommonFields } from './common-fields.js';
import { Field } from './field.js';
import { ChoiceField, NumberField } from './form-fields.js';
import { MethodCard, MethodCards } from './method-cards.js';
import { OptionField } from './option-field.js';
import { PinnedAndBanned } from './pin-and-ban.js';

/** Options that are worth a place beside K. */
const upFront = ['preset', 'epochs'];

export function SettingsPanel() {
  const filled = form.value;
  const method = methods.value.find(({ name }) => name === filled.method);
  const second = methods.value.find(({ name }) => name === filled.second);
  const count = dataset.value?.names.length;
  if (count === undefined || method === undefined) return null;
  const isBusy = work.value !== undefined;
  const why = whyNotStart();
  const front = upFront.filter((name) => name in method.options);
  const submit = (event: Event): void => {
    event.preventDefault();
    void startRun();
  };
  return (
    <section class="panel" aria-labelledby="settings-title">
      <h2 id="settings-title">Selection</h2>
      <form onSubmit={submit} noValidate>
        <NumberField label={`Features to select, of ${formatCount(count)}`} name="k" />
        <PromiseField />
        <Field label="Method">
          {(id) => (
            <MethodSelect id={id} isBusy={isBusy} value={filled.method} set={(name) => setForm({ method: name })} />
          )}
        </Field>
        <MethodCard method={method} />
        <MethodCards />
        {front.map((name) => (
          <OptionField key={name} name={name} method={method.name} spec={method.options[name]} isDisabled={isBusy} />
        ))}
        <Field label="Compare with">
          {(id) => (
            <MethodSelect
              id={id}
              isBusy={isBusy}
              value={filled.second}
              none="no other method"
              without={filled.method}
              set={(name) => setForm({ second: name })}
            />
          )}
        </Field>
        {second && <MethodCard method={second} />}
        <details>
          <summary>More settings</summary>
          <div class="more">
            <CommonFields />
            {[method, ...(second ? [second] : [])].map(({ name, options }) => (
              <fieldset key={name}>
                <legend>Options of {name}</legend>
                {Object.keys(options).length === 0 && <p class="quiet">It has none.</p>}
                {Object.entries(options)
                  .filter(([option]) => !(name === method.name && front.includes(option)))
                  .map(([option, spec]) => (
                    <OptionField key={option} name={option} method={name} spec={spec} isDisabled={isBusy} />
                  ))}
              </fieldset>
            ))}
          </div>
        </details>
        <PinnedAndBanned />
        <div class="start-bar">
          <button type="submit" class="main-button wide-button" disabled={why !== undefined} aria-describedby="why-not">
            Start
          </button>
        </div>
        <p class="hint" id="why-not">
          {why ?? ''}
        </p>
      </form>
    </section>
  );
}

/** What the selection promises, besides its number. */
function PromiseField() {
  const { fdr, k } = form.value;
  const hint =
    fdr === ''
      ? 'The best features are selected, whether or not they stand out from chance.'
      : `Only features that stand out from decoys of their own, at most ${k || 'so many'}: on average at most ${formatPercent(Number(fdr), 0)} of them are false. None is an answer, too. It takes several times as long.`;
  return <ChoiceField label="Promise" name="fdr" hint={hint} choices={promises} />;
}

const promises = [
  ['', 'no promise'],
  ['0.05', 'at most 5 % false'],
  ['0.1', 'at most 10 % false'],
  ['0.2', 'at most 20 % false'],
  ['0.3', 'at most 30 % false'],
] as const;

/** A button that does nothing says why. */
function whyNotStart(): string | undefined {
  if (unknownTarget.value !== undefined) return 'The target is no column of the file.';
  const unable = [form.value.method, form.value.second].map(whyNotMethod).find((each) => each !== undefined);
  if (work.value === undefined) return unable;
  return `It can start when ${ends[work.value]}.`;
}

const ends = {
  reading: 'the data has been read',
  running: 'this run has ended',
  curve: 'the accuracy has been measured',
  validation: 'the cross-validation has ended',
  ranks: 'the other method has ranked the features',
  seeds: 'the other seeds have been run',
} as const;

interface MethodSelectProps {
  readonly id: string;
  readonly isBusy: boolean;
  readonly value: string;
  readonly none?: string;
  readonly without?: string;
  readonly set: (name: string) => void;
}

function MethodSelect({ id, isBusy, value, none, without, set }: MethodSelectProps) {
  return (
    <select id={id} value={value} disabled={isBusy} onChange={({ currentTarget }) => set(currentTarget.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {methods.value
        .filter(({ name }) => name !== without)
        .map(({ name }) => (
          <option key={name} value={name} disabled={name !== value && whyNotMethod(name) !== undefined}>
            {name}
          </option>
        ))}
    </select>
  );
}
