/** The files of the selection, and the command line that gives it again. */
import { methodsText } from '../../src/report/methods-text.js';
import type { SavedFileName } from '../../src/studio/protocol.js';
import { downloadExample } from '../state/actions.js';
import { download } from '../state/run-actions.js';
import { isExample, type RunView, source } from '../state/store.js';
import { CopyButton } from './copy-button.js';

const files: readonly (readonly [SavedFileName, string])[] = [
  ['selection.json', 'features, scores, settings and history; opens here again'],
  ['ranking.csv', 'every feature with its rank and score'],
  ['selected.csv', 'your data, reduced to the selected columns and the target'],
  ['features.txt', 'the selected names, one a line'],
  ['split.json', 'the rows trained and tested on, for the next run or another program'],
  ['report.html', 'one file to keep or send; opens here again'],
];

export function Downloads({ run }: { readonly run: RunView }) {
  const { command, whyNoCommand } = run.result!;
  const methods = methodsText(run.result!.described);
  const hasData = run.task.source.files.length > 0;
  return (
    <>
      <ul class="downloads">
        {files.map(([name, what]) => (
          <li key={name}>
            <button type="button" disabled={!hasData} onClick={() => download(run, name)}>
              {name}
            </button>
            <span class="quiet">{what}</span>
          </li>
        ))}
      </ul>
      {!hasData && <p class="quiet">The file was too large to be kept: open it again and run it anew to save these.</p>}
      <h3>The same on the command line</h3>
      {command === undefined ? <p class="quiet">There is none: {whyNoCommand}.</p> : <Command text={command} />}
      {command !== undefined && (
        <p class="quiet">
          It gives the same features, bit by bit, in a folder that holds <bdi>{run.fileName}</bdi>.
        </p>
      )}
      <h3>For your methods section</h3>
      <p class="to-paste">{methods}</p>
      <p class="buttons">
        <CopyButton label="Copy the paragraph" text={() => methods} />
      </p>
      {isExample.value && source.value?.id === run.task.source.id && (
        <button type="button" onClick={downloadExample}>
          Save the example’s data
        </button>
      )}
    </>
  );
}

export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton label="Copy" text={() => text} />
    </div>
  );
}
