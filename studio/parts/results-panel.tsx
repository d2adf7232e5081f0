/** What was found: how good it is, the ranking, how many are enough, how sure it is, and the files. */
import { isShownRunning, shownRun, source } from '../state/store.js';
import { CorrelationPanel } from './correlation-panel.js';
import { CurvePanel } from './curve-panel.js';
import { Downloads } from './downloads.js';
import { FeaturePanel } from './feature-panel.js';
import { Findings } from './findings.js';
import { MeasuredTable } from './measured-table.js';
import { Overlap } from './overlap.js';
import { RankingTable } from './ranking-table.js';
import { SettingsDifference } from './settings-difference.js';
import { StabilityPanel } from './stability-panel.js';
import { ValidationPanel } from './validation-panel.js';

/** The short answer. */
export function VerdictPanel() {
  const run = shownRun.value;
  const result = run?.result;
  if (result === undefined || isShownRunning.value) return null;
  return (
    <section class="panel" aria-labelledby="verdict-title">
      <h2 id="verdict-title">What it means</h2>
      <MeasuredTable />
      <Findings findings={result.findings} canMend={source.value?.id === run?.task.source.id} />
      <Overlap />
      <SettingsDifference />
    </section>
  );
}

/** All the rest. */
export function ResultsPanel() {
  const run = shownRun.value;
  if (run?.result === undefined || isShownRunning.value) return null;
  return (
    <>
      <section class="panel" aria-labelledby="ranking-title">
        <h2 id="ranking-title">Ranking</h2>
        <RankingTable key={run.task.id} run={run} />
      </section>
      <FeaturePanel run={run} />
      <section class="panel" aria-labelledby="together-title">
        <h2 id="together-title">Do they say the same?</h2>
        <CorrelationPanel key={run.task.id} run={run} />
      </section>
      <section class="panel" aria-labelledby="curve-title">
        <h2 id="curve-title">How many are enough?</h2>
        <ValidationPanel run={run} />
        <h3>The first features of this ranking</h3>
        <CurvePanel run={run} />
      </section>
      <section class="panel" aria-labelledby="stability-title">
        <h2 id="stability-title">Would another seed choose the same?</h2>
        <StabilityPanel run={run} />
      </section>
      <section class="panel" aria-labelledby="files-title">
        <h2 id="files-title">Take it with you</h2>
        <Downloads run={run} />
      </section>
    </>
  );
}
