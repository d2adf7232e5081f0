/** Whether rows are images, and of what height and width: guessed, and to be changed here. */
import { useEffect, useState } from 'preact/hooks';
import { changeData } from '../state/actions.js';
import { dataSettings, dataset, work } from '../state/store.js';
import { Field } from './field.js';

export function ImageShapeField() {
  const asked = dataSettings.value?.imageShape;
  const shape = asked === 'none' ? undefined : (asked ?? dataset.value?.imageShape);
  const known = shape === undefined ? '' : shape.join('x');
  const [text, setText] = useState(known);
  useEffect(() => setText(known), [known]);
  const [, height, width] = /^\s*(\d+)\s*[x×]\s*(\d+)\s*$/i.exec(text) ?? [];
  const isEmpty = text.trim() === '';
  const apply = (): void => {
    if (text === known || (!isEmpty && width === undefined)) return;
    void changeData({ imageShape: isEmpty ? 'none' : [Number(height), Number(width)] });
  };
  return (
    <Field
      label="Image shape, height x width"
      problem={!isEmpty && width === undefined ? 'Two whole numbers, e.g. 28x28; empty for no images.' : undefined}
      hint={isEmpty ? 'Rows that are images are drawn as such, e.g. 28x28.' : undefined}
    >
      {(id, hint) => (
        <input
          id={id}
          value={text}
          placeholder="no images"
          size={9}
          aria-describedby={hint}
          aria-invalid={!isEmpty && width === undefined}
          disabled={work.value !== undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={apply}
          onKeyDown={({ key }) => key === 'Enter' && apply()}
        />
      )}
    </Field>
  );
}
