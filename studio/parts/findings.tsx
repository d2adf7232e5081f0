/** What the figures mean, in plain words: the findings of the report. */
import { levelNames } from '../../src/report/findings-section.js';
import type { RunFinding } from '../../src/studio/protocol.js';
import { Mends } from './mends.js';

interface FindingsProps {
  readonly findings: readonly RunFinding[];
  /** Whether the data they are about is what the form works on, so that it can be mended. */
  readonly canMend?: boolean;
}

export function Findings({ findings, canMend = false }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <ul class="findings">
      {findings.map(({ level, text, mends = [] }) => (
        <li key={text} class={`finding-${level}`}>
          <b>{levelNames[level]}</b>
          <span>
            {text}
            {canMend && <Mends mends={mends} />}
          </span>
        </li>
      ))}
    </ul>
  );
}
