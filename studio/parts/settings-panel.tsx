/** How many features, by which method, and the button that starts it. The options come from the methods themselves. */
import { formatCount } from '../../src/report/format.js';
import { type ScalingMethod, scalingMethods } from '../../src/types.js';
import { setForm } from '../state/actions.js';
import { startRun } from '../state/run-actions.js';
import {
  canShareMemory,
  dataset,
  form,
  formProblems,
  methods,
  mostThreads,
  unknownTarget,
  work,
} from '../state/store.js';
import { Field } from './field.js';
import { OptionField } from './option-field.js';
import { sentence } from './sentence.js';

/** Options that are worth a place beside K. */
const upFront = ['preset', 'epochs'];

export function SettingsPanel() {
  const filled = form.value;
  const method = methods.value.find(({ name }) => name === filled.method);
  const second = methods.value.find(({ name }) => name === filled.second);
  const count = dataset.value?.names.length;
  if (count === undefined || method === undefined) return null;
  const isBusy = work.value !== undefined;
  const problems = formProblems.value;
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
        <Field label={`Features to select, of ${formatCount(count)}`} problem={problems.k}>
          {(id, hint) => (
            <input
              id={id}
              type="number"
              value={filled.k}
              disabled={isBusy}
              aria-describedby={hint}
              aria-invalid={problems.k !== undefined}
              onInput={({ currentTarget }) => setForm({ k: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Method" hint={sentence(method.summary)}>
          {(id, hint) => (
            <MethodSelect
              id={id}
              hint={hint}
              isBusy={isBusy}
              value={filled.method}
              set={(name) => setForm({ method: name })}
            />
          )}
        </Field>
        {front.map((name) => (
          <OptionField key={name} name={name} method={method.name} spec={method.options[name]} isDisabled={isBusy} />
        ))}
        <Field label="Compare with" hint={second && sentence(second.summary)}>
          {(id, hint) => (
            <MethodSelect
              id={id}
              hint={hint}
              isBusy={isBusy}
              value={filled.second}
              none="no other method"
              without={filled.method}
              set={(name) => setForm({ second: name })}
            />
          )}
        </Field>
        <details>
          <summary>More settings</summary>
          <div class="more">
            <CommonFields isBusy={isBusy} />
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
        <button type="submit" class="main-button wide-button" disabled={why !== undefined} aria-describedby="why-not">
          Start
        </button>
        <p class="hint" id="why-not">
          {why ?? ''}
        </p>
      </form>
    </section>
  );
}

/** A button that does nothing says why. */
function whyNotStart(): string | undefined {
  if (unknownTarget.value !== undefined) return 'The target is no column of the file.';
  if (work.value === undefined) return undefined;
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
  readonly hint: string | undefined;
  readonly isBusy: boolean;
  readonly value: string;
  readonly none?: string;
  readonly without?: string;
  readonly set: (name: string) => void;
}

function MethodSelect({ id, hint, isBusy, value, none, without, set }: MethodSelectProps) {
  return (
    <select
      id={id}
      value={value}
      disabled={isBusy}
      aria-describedby={hint}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {methods.value
        .filter(({ name }) => name !== without)
        .map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
    </select>
  );
}

function CommonFields({ isBusy }: { readonly isBusy: boolean }) {
  const { seed, scaling, testFraction, threads } = form.value;
  return (
    <>
      <Field label="Seed" problem={formProblems.value.seed} hint="The same seed gives the same selection, bit by bit.">
        {(id, hint) => (
          <input
            id={id}
            value={seed}
            inputMode="numeric"
            disabled={isBusy}
            aria-describedby={hint}
            onInput={({ currentTarget }) => setForm({ seed: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Scaling of the features">
        {(id) => (
          <select
            id={id}
            value={scaling}
            disabled={isBusy}
            onChange={({ currentTarget }) => setForm({ scaling: currentTarget.value as ScalingMethod })}
          >
            {scalingMethods.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Share of rows kept apart"
        problem={formProblems.value.testFraction}
        hint="They measure the accuracy; the selection never sees them."
      >
        {(id, hint) => (
          <input
            id={id}
            value={testFraction}
            inputMode="decimal"
            disabled={isBusy}
            aria-describedby={hint}
            onInput={({ currentTarget }) => setForm({ testFraction: currentTarget.value })}
          />
        )}
      </Field>
      {canShareMemory && (
        <Field label={`Compute threads, 1 to ${mostThreads}`} hint="Any number gives the same result.">
          {(id, hint) => (
            <input
              id={id}
              type="number"
              min={1}
              max={mostThreads}
              value={threads}
              disabled={isBusy}
              aria-describedby={hint}
              onInput={({ currentTarget }) => setForm({ threads: currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
