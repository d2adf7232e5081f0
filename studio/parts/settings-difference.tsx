/** Where the settings of two runs differ, the one that is looked at first. */

import { formatPercent } from '../../src/report/format.js';
import { classWeightsText } from '../../src/target/class-weights.js';
import { comparedRun, type RunView, runTitle, shownRun } from '../state/store.js';
import { inWords } from './sentence.js';

export function SettingsDifference() {
  const [shown, other] = [shownRun.value, comparedRun.value];
  if (shown === undefined || other === undefined) return null;
  const [ours, theirs] = [settingsOf(shown), settingsOf(other)];
  // Options that only one of two methods has are no difference between them.
  const names = [...ours.keys()].filter((name) => theirs.has(name) && ours.get(name) !== theirs.get(name));
  if (names.length === 0) return <p class="quiet">Both runs have the same settings.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scroll" aria-label="Settings that differ" tabIndex={0}>
      <table class="difference">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">{runTitle(shown)}</th>
            <th scope="col">{runTitle(other)}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{inWords(name)}</th>
              <td>{ours.get(name)}</td>
              <td>{theirs.get(name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function settingsOf({ fileName, task, result }: RunView): ReadonlyMap<string, string> {
  const { target, task: kind, event, weights, classWeights, missing, leaveOut, keep, groupBy, imageShape } = task.data;
  const { k, method, seed, scaling, testFraction, methodOptions, falseDiscovery, stability, repeats } = task.settings;
  const parameters = result?.described.parameters ?? methodOptions;
  const said: Record<string, unknown> = {
    file: fileName,
    target,
    'taken as': kind,
    event,
    weights,
    'class weights': classWeights && classWeightsText(classWeights),
    missing,
    'left out': leaveOut,
    kept: keep,
    'rows grouped by': groupBy,
    'image shape': imageShape,
    'always in': task.settings.include,
    features: k,
    method,
    seed,
    scaling,
    'share of test rows': testFraction,
    promise: falseDiscovery && `at most ${formatPercent(falseDiscovery, 0)} false`,
    steadiness: stability && `${stability} pairs of halves`,
    'verdict by cross-validation': repeats && `${repeats} times`,
    ...Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== 'testFraction')),
  };
  return new Map(Object.entries(said).map(([name, value]) => [name, String(value ?? '–')]));
}
