/** Small buttons that hand a picture over: as a drawing, as an image, as numbers. */
import { saveBlob } from '../state/save-blob.js';

interface SaveToolsProps {
  /** Of the file, without its ending. */
  readonly name: string;
  /** What the picture shows. */
  readonly label: string;
  /** The drawing; absent where the picture is made of pixels. */
  readonly svg?: () => string;
  /** The pixels, where there is no drawing to make them of. */
  readonly canvas?: () => HTMLCanvasElement | null | undefined;
  readonly csv: () => string;
}

export function SaveTools({ name, label, svg, canvas, csv }: SaveToolsProps) {
  const save = (blob: Blob | null, ending: string): void => {
    if (blob) saveBlob(blob, `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.${ending}`);
  };
  const savePng = (): void => {
    if (svg) void pngOf(svg()).then((blob) => save(blob, 'png'));
    else canvas?.()?.toBlob((blob) => save(blob, 'png'));
  };
  const of = <span class="hidden"> of {label}</span>;
  return (
    <p class="chart-tools">
      {svg && (
        <button type="button" onClick={() => save(svgBlob(svg()), 'svg')}>
          SVG{of}
        </button>
      )}
      <button type="button" onClick={savePng}>
        PNG{of}
      </button>
      <button type="button" onClick={() => save(new Blob([csv()], { type: 'text/csv' }), 'csv')}>
        CSV{of}
      </button>
    </p>
  );
}

function svgBlob(svg: string): Blob {
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** As large as a slide shows it, on the page's own background. */
const pngWidth = 1600;

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(svgBlob(svg));
  try {
    image.src = address;
    await image.decode();
    const height = Math.round((pngWidth * image.naturalHeight) / image.naturalWidth);
    const canvas = new OffscreenCanvas(pngWidth, height);
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = getComputedStyle(document.body).backgroundColor;
    pen.fillRect(0, 0, pngWidth, height);
    pen.drawImage(image, 0, 0, pngWidth, height);
    return await canvas.convertToBlob();
  } finally {
    URL.revokeObjectURL(address);
  }
}
