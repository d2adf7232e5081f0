/** A canvas that is drawn anew when its drawing, its size or the colour scheme changes, at most once a frame. */
import { useEffect, useRef } from 'preact/hooks';

interface CanvasProps {
  readonly className: string;
  /** What a screen reader says. */
  readonly label: string;
  readonly draw: (canvas: HTMLCanvasElement) => void;
  /** Width over height; without it the style decides. */
  readonly ratio?: number | undefined;
}

export function Canvas({ className, label, draw, ratio }: CanvasProps) {
  const element = useRef<HTMLCanvasElement>(null);
  const latest = useRef(draw);
  latest.current = draw;
  const asked = useRef(0);
  const ask = (): void => {
    if (asked.current !== 0) return;
    asked.current = requestAnimationFrame(() => {
      asked.current = 0;
      if (element.current) latest.current(element.current);
    });
  };
  useEffect(ask);
  useEffect(() => {
    const sizes = new ResizeObserver(ask);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    if (element.current) sizes.observe(element.current);
    scheme.addEventListener('change', ask);
    return () => {
      sizes.disconnect();
      scheme.removeEventListener('change', ask);
      cancelAnimationFrame(asked.current);
      asked.current = 0;
    };
  }, []);
  const style = ratio === undefined ? {} : { aspectRatio: String(ratio) };
  return <canvas ref={element} class={className} role="img" aria-label={label} style={style} />;
}
