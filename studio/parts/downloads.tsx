/** The files of the selection, and the command line that gives it again. */
import { useState } from 'preact/hooks';
import type { SavedFileName } from '../../src/studio/protocol.js';
import { downloadExample } from '../state/actions.js';
import { download } from '../state/run-actions.js';
import { isExample, type RunView, selectedCount, source } from '../state/store.js';

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
      <CopyNames run={run} />
      <h3>The same on the command line</h3>
      {command === undefined ? <p class="quiet">There is none: {whyNoCommand}.</p> : <Command text={command} />}
      {command !== undefined && (
        <p class="quiet">
          It gives the same features, bit by bit, in a folder that holds <bdi>{run.fileName}</bdi>.
        </p>
      )}
      {isExample.value && source.value?.id === run.task.source.id && (
        <button type="button" onClick={downloadExample}>
          Save the example’s data
        </button>
      )}
    </>
  );
}

function CopyNames({ run }: { readonly run: RunView }) {
  const [isCopied, setCopied] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(run.result!.described.features.map(({ name }) => name).join('\n'));
    setCopied(true);
  };
  return (
    <p>
      <button type="button" onClick={copy}>
        {isCopied ? 'Copied' : `Copy the ${selectedCount(run)} names`}
      </button>
    </p>
  );
}

export function Command({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div class="command">
      <pre>
        <code>{text}</code>
      </pre>
      {navigator.clipboard !== undefined && (
        <button type="button" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      )}
    </div>
  );
}
