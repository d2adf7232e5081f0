/** The files of the selection, and the command line that gives it again. */
import { useState } from 'preact/hooks';
import type { RunResult, SavedFileName } from '../../src/studio/protocol.js';
import { download, downloadExample } from '../state/actions.js';
import { isExample, table } from '../state/store.js';

const files: readonly (readonly [SavedFileName, string])[] = [
  ['selection.json', 'features, scores, settings and history; opens here again'],
  ['ranking.csv', 'every feature with its rank and score'],
  ['selected.csv', 'your data, reduced to the selected columns and the target'],
  ['report.html', 'one file to keep or send; opens here again'],
];

export function Downloads({ result }: { readonly result: RunResult }) {
  return (
    <>
      <ul class="downloads">
        {files.map(([name, what]) => (
          <li key={name}>
            <button type="button" onClick={() => download(name)}>
              {name}
            </button>
            <span class="quiet">{what}</span>
          </li>
        ))}
      </ul>
      <h3>The same on the command line</h3>
      {result.command === undefined ? (
        <p class="quiet">There is none: {result.whyNoCommand}.</p>
      ) : (
        <Command text={result.command} />
      )}
      <p class="quiet">
        It gives the same features, bit by bit, in a folder that holds <bdi>{table.value?.fileName}</bdi>.
      </p>
      {isExample.value && (
        <button type="button" onClick={downloadExample}>
          Save the example’s data
        </button>
      )}
    </>
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
