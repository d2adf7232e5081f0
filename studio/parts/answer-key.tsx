/** What a story had to teach, once its run has ended. */
import { markStory, stories } from '../../src/studio/stories.js';
import { type RunView, selectedCount } from '../state/store.js';

export function AnswerKey({ run }: { readonly run: RunView }) {
  const { names = [] } = run.begin?.dataset ?? {};
  const story = stories.find(({ fileName, key }) => fileName === run.fileName && key.flat().some(isAmong(names)));
  if (story === undefined) return null;
  const order = run.result!.order.subarray(0, selectedCount(run));
  const { found, outOf } = markStory(
    story,
    Array.from(order, (feature) => names[feature]),
  );
  return (
    <div class="answer-key">
      <p>
        <b>
          Answer key: {found} of {outOf} found.
        </b>{' '}
        To be found: {story.key.map((any) => any.join(' or ')).join(', ')}.
      </p>
      <p>{story.lesson}</p>
    </div>
  );
}

function isAmong(names: readonly string[]): (name: string) => boolean {
  return (name) => names.includes(name);
}
