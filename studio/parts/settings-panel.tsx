/** How many features, by which method, and the button that starts it. The options come from the methods themselves. */
import { formatCount, formatDuration, formatPercent } from '../../src/report/format.js';
import { type ScalingMethod, scalingMethods } from '../../src/types.js';
import { setForm } from '../state/actions.js';
import { estimateTime } from '../state/estimate-time.js';
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
import { whyNotMethod } from '../state/why-not-method.js';
import { Field } from './field.js';
import { OptionField } from './option-field.js';
import { PinnedAndBanned } from './pin-and-ban.js';
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
        <PromiseField isBusy={isBusy} />
        <Field label="Method" hint={`${sentence(method.summary)}${timeHint(method.name)}`}>
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
        <PinnedAndBanned />
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

/** What the selection promises, besides its number. */
function PromiseField({ isBusy }: { readonly isBusy: boolean }) {
  const { fdr, k } = form.value;
  const hint =
    fdr === ''
      ? 'The best features are selected, whether or not they stand out from chance.'
      : `Only features that stand out from decoys of their own, at most ${k || 'so many'}: on average at most ${formatPercent(Number(fdr), 0)} of them are false. None is an answer, too. It takes several times as long.`;
  return <Choice label="Promise" name="fdr" hint={hint} isBusy={isBusy} choices={promises} />;
}

const promises = [
  ['', 'no promise'],
  ['0.05', 'at most 5 % false'],
  ['0.1', 'at most 10 % false'],
  ['0.2', 'at most 20 % false'],
  ['0.3', 'at most 30 % false'],
] as const;

interface ChoiceProps {
  readonly label: string;
  readonly name: 'fdr' | 'stability' | 'repeats';
  readonly hint: string;
  readonly isBusy: boolean;
  readonly choices: readonly (readonly [value: string, text: string])[];
}

function Choice({ label, name, hint, isBusy, choices }: ChoiceProps) {
  return (
    <Field label={label} hint={hint}>
      {(id, described) => (
        <select
          id={id}
          value={form.value[name]}
          disabled={isBusy}
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

function timeHint(method: string): string {
  const estimate = estimateTime(method);
  if (estimate === undefined) return '';
  const { seconds, isSameFile } = estimate;
  return ` About ${formatDuration(seconds)} here, by ${isSameFile ? 'its last run on this file' : 'its last run on another file'}.`;
}

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
          <option key={name} value={name} disabled={name !== value && whyNotMethod(name) !== undefined}>
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
      <Choice
        label="Steadiness"
        name="stability"
        hint="Selects from both halves of the training rows, so many times, and tells how often each feature comes back, and how many of the steady ones are there by chance at most."
        isBusy={isBusy}
        choices={[
          ['', 'not tried'],
          ['5', '5 pairs of halves, 10 selections more'],
          ['10', '10 pairs of halves, 20 selections more'],
          ['25', '25 pairs of halves, 50 selections more'],
        ]}
      />
      <Choice
        label="Verdict by cross-validation"
        name="repeats"
        hint="Judges this way of selecting on all rows, with a selection in every fold; for data with few rows."
        isBusy={isBusy}
        choices={[
          ['', 'none, the rows kept apart decide'],
          ['1', '5 folds, 5 selections more'],
          ['4', '5 folds 4 times, 20 selections more'],
        ]}
      />
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
