/** What was found: the names and how good they are, the ranking, how it came about, how many are enough, and the files. */
import { headline } from '../../src/report/answer-section.js';
import { verdict } from '../../src/report/curve-report.js';
import { detailSection } from '../../src/report/detail-section.js';
import { featuresSection } from '../../src/report/features-section.js';
import { stabilitySection } from '../../src/report/stability-section.js';
import { substitutesPart } from '../../src/report/substitutes-section.js';
import { verdictSection } from '../../src/report/verdict-section.js';
import { curveOf } from '../../src/studio/cross-validate.js';
import { validateShown } from '../state/run-actions.js';
import { isShownRunning, methodTaken, type RunView, selectedCount, shownRun, source, work } from '../state/store.js';
import { AnswerKey } from './answer-key.js';
import { ChosenNames } from './chosen-names.js';
import { CorrelationPanel } from './correlation-panel.js';
import { CurvePanel } from './curve-panel.js';
import { Downloads } from './downloads.js';
import { Drawing } from './drawing.js';
import { FeaturePanel } from './feature-panel.js';
import { Findings } from './findings.js';
import { MeasuredTable } from './measured-table.js';
import { goTo } from './outline.js';
import { Overlap } from './overlap.js';
import { PartOfReport } from './part-of-report.js';
import { RankingTable } from './ranking-table.js';
import { RunPanel } from './run-panel.js';
import { SettingsDifference } from './settings-difference.js';
import { StabilityPanel } from './stability-panel.js';
import { ValidationPanel } from './validation-panel.js';
import { verdictWords, Words } from './words.js';

/** The short answer. */
export function VerdictPanel() {
  const run = shownRun.value;
  const result = run?.result;
  if (result === undefined || isShownRunning.value) return null;
  const method = methodTaken(run!);
  const k = selectedCount(run!);
  const { names, targetName } = run!.begin!.dataset;
  return (
    <section class="panel" aria-labelledby="verdict-title">
      <h2 id="verdict-title">What it means</h2>
      <Drawing class="headline" markup={headline({ method, k }, names.length, targetName)} />
      {k > 0 && <ChosenNames key={run!.task.id} run={run!} />}
      <AnswerKey run={run!} />
      <MeasuredTable />
      <SurerAnswer run={run!} />
      <Findings findings={result.findings} canMend={source.value?.id === run?.task.source.id} />
      <Overlap />
      <SettingsDifference />
      <Words words={verdictWords} />
    </section>
  );
}

/** One split is one draw: what cross-validation says of the number of features, or the way to it. */
function SurerAnswer({ run }: { readonly run: RunView }) {
  const curve = curveOf(run.folds, methodTaken(run));
  if (curve !== undefined) {
    return (
      <p>
        <b>Cross-validated:</b> {verdict(curve)}
      </p>
    );
  }
  const { stoppedIn, described } = run.result!;
  if (run.task.source.files.length === 0 || stoppedIn !== undefined || described.verdict !== undefined) return null;
  const validate = (): void => {
    void validateShown();
    goTo('curve-title');
  };
  return (
    <p class="quiet">
      That is one split of the rows.{' '}
      <button type="button" class="link" disabled={work.value !== undefined} onClick={validate}>
        Cross-validate for a surer answer
      </button>
    </p>
  );
}

/** All the rest. */
export function ResultsPanel() {
  const run = shownRun.value;
  if (run?.result === undefined || isShownRunning.value) return null;
  const { described } = run.result;
  const substitutes = substitutesPart(described);
  return (
    <>
      <PartOfReport markup={verdictSection(described)} />
      <PartOfReport markup={detailSection(described)} />
      <section class="panel" aria-labelledby="ranking-title">
        <h2 id="ranking-title">Ranking</h2>
        <RankingTable key={run.task.id} run={run} />
      </section>
      <FeaturePanel run={run} />
      <PartOfReport markup={featuresSection(described)} />
      <section class="panel" aria-labelledby="together-title">
        <h2 id="together-title">Do they say the same?</h2>
        <CorrelationPanel run={run} />
        {substitutes && <Drawing markup={substitutes} />}
      </section>
      <RunPanel />
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
      <PartOfReport markup={stabilitySection(described)} />
      <section class="panel" aria-labelledby="files-title">
        <h2 id="files-title">Take it with you</h2>
        <Downloads run={run} />
      </section>
    </>
  );
}
