/** A field that narrows a table down. */

interface SearchFieldProps {
  readonly value: string;
  readonly onInput: (text: string) => void;
}

export function SearchField({ value, onInput }: SearchFieldProps) {
  return (
    <label>
      Search <input type="search" value={value} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
    </label>
  );
}
