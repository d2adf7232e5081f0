/** What the target is, and how much rows count: classes or a number, the event of survival times, weights. */
import { useState } from 'preact/hooks';
import { UserError } from '../../src/errors.js';
import { taskWords } from '../../src/studio/page-wording.js';
import { classWeightsText, readClassWeights } from '../../src/target/class-weights.js';
import { type Task, tasks } from '../../src/target/task.js';
import { changeData } from '../state/actions.js';
import { dataSettings, dataset, table, work } from '../state/store.js';
import { ColumnField } from './column-field.js';
import { Field } from './field.js';
import { sentence } from './sentence.js';

export function TaskFields() {
  const found = table.value;
  const settings = dataSettings.value;
  if (found === undefined || settings === undefined) return null;
  const { target, task = 'auto', event, weights, classWeights } = settings;
  const isBusy = work.value !== undefined;
  const others = found.columns.names.filter((name) => name !== target);
  const isOpen = [event, weights, classWeights].some((each) => each !== undefined);
  return (
    <>
      {event === undefined && (
        <Field label="What the target is">
          {(id) => (
            <select
              id={id}
              value={task}
              disabled={isBusy}
              onChange={({ currentTarget }) => void changeData({ task: currentTarget.value as Task })}
            >
              {tasks.map((each) => (
                <option key={each} value={each}>
                  {taskWords[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <details open={isOpen}>
        <summary>Survival times and weights</summary>
        <div class="more">
          <ColumnField
            label="Event, for survival times: 1 where it came"
            names={others}
            value={event ?? ''}
            isBusy={isBusy}
            none="no survival times"
            choose={(name) => void changeData({ event: name === '' ? undefined : name })}
          />
          <ColumnField
            label="Weights: how much every row counts"
            names={others.filter((name) => name !== event)}
            value={weights ?? ''}
            isBusy={isBusy}
            none="all rows alike"
            choose={(name) => void changeData({ weights: name === '' ? undefined : name })}
          />
          {(classWeights !== undefined || dataset.value?.task === 'classes') && <ClassWeightsField isBusy={isBusy} />}
        </div>
      </details>
    </>
  );
}

function ClassWeightsField({ isBusy }: { readonly isBusy: boolean }) {
  const given = dataSettings.value?.classWeights;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const change = (text: string): void => {
    try {
      const classWeights = text.trim() === '' ? undefined : readClassWeights(text);
      setProblem(undefined);
      void changeData({ classWeights });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      setProblem(sentence(error.statement));
    }
  };
  return (
    <Field
      label="Weight of the classes"
      hint="“balanced” makes all classes count alike; “ill=5,well=1” gives weights."
      problem={problem}
    >
      {(id, hint) => (
        <>
          <input
            id={id}
            value={given === undefined ? '' : classWeightsText(given)}
            disabled={isBusy}
            list={`${id}-words`}
            placeholder="all rows alike"
            autoComplete="off"
            aria-describedby={hint}
            aria-invalid={problem !== undefined}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
          <datalist id={`${id}-words`}>
            <option value="balanced" />
          </datalist>
        </>
      )}
    </Field>
  );
}
