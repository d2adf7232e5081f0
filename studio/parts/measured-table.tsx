/** What a judge makes of the selected features of every run that is looked at, of all and of as many random ones. */
import { measuredLines } from '../../src/report/measured-lines.js';
import { rivalRun, runTitle, shownRun } from '../state/store.js';
import { MeasuredBars } from './measured-bars.js';

export function MeasuredTable() {
  const [run, rival] = [shownRun.value, rivalRun.value];
  if (run?.result === undefined) return null;
  const { described } = run.result;
  const [own, ...beside] = measuredLines(described);
  const [theirs] = rival?.result === undefined ? [] : measuredLines(rival.result.described);
  const lines =
    theirs === undefined || own === undefined
      ? [own, ...beside]
      : [{ ...own, name: runTitle(run) }, { ...theirs, name: runTitle(rival!) }, ...beside];
  return <MeasuredBars input={described} lines={lines.filter((line) => line !== undefined)} />;
}
