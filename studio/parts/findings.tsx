/** What the figures mean, in plain words: the findings of the report. */
import type { Finding } from '../../src/report/finding.js';
import { levelNames } from '../../src/report/selection-report.js';

export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul class="findings">
      {findings.map(({ level, text }) => (
        <li key={text} class={`finding-${level}`}>
          <b>{levelNames[level]}</b>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
