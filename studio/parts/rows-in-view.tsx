/** Draws only the rows of a long list that can be seen, so that 50,000 of them cost no more than 50. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface RowsInViewProps {
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly label: string;
  readonly head: ComponentChildren;
  readonly columnCount: number;
  readonly className: string;
  readonly row: (place: number) => ComponentChildren;
  readonly onView?: (first: number, last: number) => void;
}

const spare = 6;

export function RowsInView(props: RowsInViewProps) {
  const { count, rowHeight, label, head, columnCount, className, row, onView } = props;
  const box = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  useEffect(() => {
    if (box.current) setHeight(box.current.clientHeight || 400);
  }, []);
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - spare);
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + spare);
  useEffect(() => onView?.(first, last));
  const places = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  return (
    <section
      ref={box}
      class="tall scroll"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <table class={className} aria-rowcount={count + 1}>
        <thead>{head}</thead>
        <tbody>
          {first > 0 && <Gap height={first * rowHeight} columnCount={columnCount} />}
          {places.map((place) => row(place))}
          {last < count && <Gap height={(count - last) * rowHeight} columnCount={columnCount} />}
        </tbody>
      </table>
    </section>
  );
}

function Gap({ height, columnCount }: { readonly height: number; readonly columnCount: number }) {
  return (
    <tr class="gap" aria-hidden>
      <td colSpan={columnCount} style={{ height: `${height}px` }} />
    </tr>
  );
}
