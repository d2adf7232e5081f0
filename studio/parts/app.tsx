/** The page as a whole: what is shown depends on what there is. */
import { useEffect, useState } from 'preact/hooks';
import { formatCount, formatPercent } from '../../src/report/format.js';
import { closeData, openFiles } from '../state/actions.js';
import { stop } from '../state/doing.js';
import {
  canShareMemory,
  form,
  isAllKept,
  isRunning,
  isShownRunning,
  notice,
  progress,
  readRows,
  saved,
  shownRun,
  source,
  stage,
  table,
  work,
} from '../state/store.js';
import { ColumnsPanel, DataPanel } from './data-panel.js';
import { DoctorPanel } from './doctor-panel.js';
import { Outline } from './outline.js';
import { ResultsPanel, VerdictPanel } from './results-panel.js';
import { RunList } from './run-list.js';
import { RunPanel } from './run-panel.js';
import { SavedView } from './saved-view.js';
import { SettingsPanel } from './settings-panel.js';
import { Start } from './start.js';

export function App() {
  const isDragged = useDroppedFiles();
  const isNarrow = useNarrow();
  useAskBeforeLeaving();
  useTitle();
  const hasData = table.value !== undefined;
  const hasRun = shownRun.value !== undefined;
  useTopOf(hasRun ? undefined : source.value?.files);
  const isStart = !hasData && !hasRun && saved.value === undefined;
  const Brand = isStart || saved.value !== undefined ? 'p' : 'h1';
  // On a narrow screen what was found comes before the form, also for the keyboard.
  const results = (
    <div class="stage" key="stage">
      <Outline isNarrow={isNarrow} />
      <VerdictPanel />
      {(shownRun.value?.result === undefined || isShownRunning.value) && <RunPanel />}
      <ResultsPanel />
      {!hasRun && !isNarrow && <DoctorPanel />}
      <ColumnsPanel />
    </div>
  );
  const side = (
    <div class="side" key="side">
      <RunList />
      <DataPanel />
      {!hasRun && isNarrow && <DoctorPanel />}
      <SettingsPanel />
    </div>
  );
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <Brand class="brand">
          <img src="./icon.svg" alt="" width="26" height="26" /> NeuroFS Studio
        </Brand>
        <p class="threads quiet">{threadNote()}</p>
        {!isStart && (
          <button type="button" onClick={closeData}>
            Start over
          </button>
        )}
      </header>
      <main id="main" tabIndex={-1}>
        {notice.value !== undefined && <NoticeLine />}
        {work.value === 'reading' && <Reading />}
        {saved.value !== undefined ? (
          <SavedView saved={saved.value} />
        ) : isStart ? (
          work.value !== 'reading' && <Start />
        ) : (
          <div class="layout">{isNarrow && hasRun ? [results, side] : [side, results]}</div>
        )}
      </main>
      {isDragged && <div class="drop-veil">Drop it to load it</div>}
    </>
  );
}

/** As the style sheet has it. */
const narrow = '(max-width: 60rem)';

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(narrow).matches);
  useEffect(() => {
    const query = matchMedia(narrow);
    const look = (): void => setNarrow(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return isNarrow;
}

/** What is new is looked at from its top, however far down the page before it was. */
function useTopOf(shown: unknown): void {
  useEffect(() => {
    if (shown !== undefined) scrollTo(0, 0);
  }, [shown]);
}

/** How far a run is can be read in the tab. */
function useTitle(): void {
  const share = isRunning.value && stage.value === 'select' ? progress.value : undefined;
  const title = share === undefined ? 'NeuroFS Studio' : `${Math.floor(share * 100)} % – NeuroFS Studio`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function threadNote(): string {
  if (!canShareMemory)
    return 'Runs on one thread: this page is served without the headers that let threads share memory.';
  return Number(form.value.threads) === 1 ? 'Runs on one thread' : `Runs on ${form.value.threads} threads`;
}

function NoticeLine() {
  const { level, text, actions = [] } = notice.value!;
  return (
    <div class={`notice ${level}`} role={level === 'error' ? 'alert' : 'status'}>
      <p>{text}</p>
      {actions.map(({ name, act }) => (
        <button key={name} type="button" class="notice-action" onClick={act}>
          {name}
        </button>
      ))}
      <button
        type="button"
        aria-label="Close this message"
        onClick={() => {
          notice.value = undefined;
        }}
      >
        ×
      </button>
    </div>
  );
}

function Reading() {
  const { value: share } = progress;
  const rows = readRows.value > 0 ? `${formatCount(readRows.value)} rows` : '';
  return (
    <div class="reading">
      <p role="status">Reading {share !== undefined && formatPercent(share, 0)}</p>
      <progress aria-label="Progress of reading" value={share} max={1} />
      <p class="quiet">{rows}</p>
      <button type="button" onClick={() => void stop()}>
        Cancel
      </button>
    </div>
  );
}

/** Files may be dropped anywhere on the page. */
function useDroppedFiles(): boolean {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setDragged(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragged(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setDragged(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void openFiles(files);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isDragged;
}

/** A run would be lost with the tab: the browser asks. */
function useAskBeforeLeaving(): void {
  const isBusy = work.value === 'running' || work.value === 'validation' || work.value === 'seeds' || !isAllKept.value;
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
}
