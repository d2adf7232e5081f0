/** A button that opens the browser's own dialog for files. */
import { useRef } from 'preact/hooks';

interface FileButtonProps {
  readonly label: string;
  readonly hint?: string;
  readonly isMain?: boolean;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileButton({ label, hint, isMain = false, multiple = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (): void => {
    const { current } = input;
    if (current === null) return;
    onFiles([...(current.files ?? [])]);
    // The same file can be chosen again.
    current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        class="file-input"
        multiple={multiple}
        onChange={choose}
        tabIndex={-1}
        aria-hidden
      />
      <button
        type="button"
        class={hint ? 'example' : isMain ? 'main-button' : ''}
        onClick={() => input.current?.click()}
      >
        {hint ? <strong>{label}</strong> : label}
        {hint && <span>{hint}</span>}
      </button>
    </>
  );
}
