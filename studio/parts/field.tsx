/** A label with its field and, below it, what is wrong with it and what it means. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Said where the eye is, and by a screen reader at once. */
  readonly problem?: string | undefined;
  /** Given the id by which the label knows the field, and the id of what describes it. */
  readonly children: (id: string, hintId: string | undefined) => ComponentChildren;
}

export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const ids = [problem && `${id}-problem`, hint && `${id}-hint`].filter((each) => each !== undefined);
  return (
    <div class={problem === undefined ? 'field' : 'field has-problem'}>
      <label for={id}>{label}</label>
      {children(id, ids.length === 0 ? undefined : ids.join(' '))}
      {problem !== undefined && (
        <p class="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
