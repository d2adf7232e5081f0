/** What is worth knowing of the data before a run, and what would mend it. */
import { dataFindings, dataset } from '../state/store.js';
import { Findings } from './findings.js';

export function DoctorPanel() {
  if (dataset.value === undefined) return null;
  const findings = dataFindings.value;
  return (
    <section class="panel" aria-labelledby="doctor-title">
      <h2 id="doctor-title">What to know before you start</h2>
      {findings === undefined ? (
        <p class="quiet" role="status">
          Looking for leaks, repeats and empty columns …
        </p>
      ) : findings.length === 0 ? (
        <p>Nothing stands out: no leak, no column that repeats another, no class with too few rows.</p>
      ) : (
        <Findings findings={findings} canMend />
      )}
    </section>
  );
}
