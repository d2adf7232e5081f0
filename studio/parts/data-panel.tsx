/** What is in the file, and what will be done to it. */

import { type MissingChoice, missingChoices } from '../../src/encode/encode-table.js';
import { formatBytes, formatCount, formatDuration } from '../../src/report/format.js';
import { targetText } from '../../src/report/target-text.js';
import { missingWords } from '../../src/studio/page-wording.js';
import { stories } from '../../src/studio/stories.js';
import { changeData, openFiles } from '../state/actions.js';
import { dataProblem, dataSettings, dataset, isExample, shownRun, source, table, work } from '../state/store.js';
import { ClassBalance } from './class-balance.js';
import { ColumnTable } from './column-table.js';
import { Field } from './field.js';
import { FileButton } from './file-button.js';
import { GroupsField } from './groups-field.js';
import { ImageShapeField } from './image-shape-field.js';
import { ReadingFields } from './reading-fields.js';
import { Remedies } from './remedies.js';
import { RowsPreview } from './rows-preview.js';
import { TargetField } from './target-field.js';
import { TaskFields } from './task-fields.js';

export function DataPanel() {
  const { value: found } = table;
  const { value: settings } = dataSettings;
  if (found === undefined || settings === undefined) return null;
  const { value: ready } = dataset;
  const isBusy = work.value !== undefined;
  const columnCount = found.columns.names.length;
  const story = isExample.value ? stories.find(({ fileName }) => fileName === found.fileName) : undefined;
  return (
    // What is wrong in a field of one file is not said of the next; the same files read otherwise keep what is unfolded.
    <section class="panel" aria-labelledby="data-title" key={source.value?.files}>
      <div class="panel-head">
        <h2 id="data-title">Data</h2>
        <FileButton label="Open another file" onFiles={(files) => void openFiles(files)} multiple />
      </div>
      <p class="file-name">
        <bdi>{found.fileName}</bdi>
      </p>
      <p class="quiet">
        {formatCount(found.rowCount)} rows, {formatCount(columnCount)} columns, {formatBytes(found.bytes)}, read as{' '}
        {found.format}
        {found.seconds >= 0.1 && ` in ${formatDuration(found.seconds)}`}
      </p>
      {story !== undefined && <p class="story">{story.invitation}</p>}
      <ReadingFields />
      <TargetField />
      <TaskFields />
      <GroupsField />
      {found.missingCount > 0 && (
        <Field label={`Missing cells: ${formatCount(found.missingCount)}`}>
          {(id) => (
            <select
              id={id}
              value={settings.missing}
              disabled={isBusy}
              onChange={({ currentTarget }) => changeData({ missing: currentTarget.value as MissingChoice })}
            >
              {missingChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {missingWords[choice]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {dataProblem.value !== undefined && (
        <>
          <p class="problem" role="alert">
            {dataProblem.value.text}
          </p>
          <Remedies />
        </>
      )}
      {ready !== undefined && (
        <>
          {ready.classNames && ready.classCounts ? (
            <ClassBalance names={ready.classNames} counts={ready.classCounts} />
          ) : (
            <p>To be told: {targetText(ready)}</p>
          )}
          {(ready.imageShape !== undefined || shownRun.value !== undefined) && <ImageShapeField />}
        </>
      )}
      {shownRun.value !== undefined && (
        <details>
          <summary>All {formatCount(columnCount)} columns</summary>
          <Preparation />
          <ColumnTable />
        </details>
      )}
    </section>
  );
}

/** The columns while nothing has been drawn yet and there is room for them. */
export function ColumnsPanel() {
  const { value: ready } = dataset;
  const { value: found } = table;
  if (found === undefined || shownRun.value !== undefined) return null;
  return (
    <section class="panel" aria-labelledby="columns-title">
      <h2 id="columns-title">What is in the file</h2>
      <p>
        {ready === undefined
          ? (dataProblem.value?.text ?? 'Choose a target, and the selection can start.')
          : 'Press Start, and the network’s choice is drawn here as it is made.'}
      </p>
      <RowsPreview />
      <Preparation />
      <ColumnTable />
      {ready !== undefined && ready.imageShape === undefined && (
        <div class="narrow">
          <ImageShapeField />
        </div>
      )}
    </section>
  );
}

function Preparation() {
  const { value: ready } = dataset;
  if (ready === undefined || (ready.preparation.length === 0 && ready.droppedRowCount === 0)) return null;
  return (
    <>
      <h3>What is done to the columns</h3>
      <ul class="preparation">
        {ready.droppedRowCount > 0 && <li>{formatCount(ready.droppedRowCount)} rows with missing cells dropped</li>}
        {ready.preparation.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
