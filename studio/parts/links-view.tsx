/** Where the strongest input neurons are connected to. */
import type { Links } from '../../src/studio/epoch-frame.js';
import { csvLine } from '../../src/write/csv-line.js';
import { drawLinks } from '../draw/draw-links.js';
import { currentFrame, isRunning, shownRun } from '../state/store.js';
import { Canvas } from './canvas.js';
import { SaveTools } from './save-tools.js';

export function LinksView() {
  const links = currentFrame.value?.links;
  if (links === undefined || links.inputs.length === 0) return null;
  const { dataset } = shownRun.value?.begin ?? {};
  const names = dataset?.inputNames ?? dataset?.names ?? [];
  return (
    <figure class="links">
      <figcaption>Connections of the {links.inputs.length} strongest to the first hidden layer</figcaption>
      <Canvas
        className="links-canvas"
        label={`Connections of ${Array.from(links.inputs, (input) => names[input]).join(', ')} to ${links.hiddenCount} hidden neurons`}
        draw={(canvas) => drawLinks(canvas, links, names)}
      />
      {!isRunning.value && (
        <SaveTools
          name="connections"
          label="the connections"
          canvas={() => document.querySelector<HTMLCanvasElement>('.links-canvas')}
          csv={() => linksCsv(links, names)}
        />
      )}
      <p class="legend">
        <span>
          <i class="key plus" /> weight above 0
        </span>
        <span>
          <i class="key minus" /> below 0
        </span>
        <span>the heavier, the more ink; at most 16 each</span>
      </p>
    </figure>
  );
}

function linksCsv({ inputs, from, to, weight }: Links, names: readonly string[]): string {
  const lines = Array.from(to, (neuron, at) => csvLine([names[inputs[from[at]]], neuron, weight[at]]));
  return [csvLine(['input', 'hidden neuron', 'weight']), ...lines].join('');
}
