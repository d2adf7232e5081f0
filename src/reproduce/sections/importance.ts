/** Where the network looks, epoch by epoch: Figure 4. */
import { formatCount } from '../../report/format.js';
import { heatLegend, heatPicture } from '../../report/heat-map.js';
import type { Gathered, PlannedResult } from '../gather.js';
import type { Piece, Section } from '../piece.js';
import { mainK, type ReproductionSet } from '../plan.js';
import { neurofsVariants } from '../variants.js';
import { whyBlank } from '../why-blank.js';
import { columnName } from './column-name.js';

const legend: Piece = {
  kind: 'legend',
  markup: heatLegend('inactive or 0', 'weak', 'strongest'),
  text: 'Colours: from violet, weak, to yellow, the strongest; black is inactive or 0.',
};

export function importanceSection(gathered: Gathered): Section {
  const images = gathered.sets.filter((set) => set.imageShape !== undefined);
  // The paper shows MNIST; the other images are run for the comparison anyway.
  const sorted = [...images].sort((a, b) => Number(b.key === 'mnist') - Number(a.key === 'mnist'));
  const pieces = sorted.flatMap((set) => setPieces(gathered, set));
  return {
    id: 'importance',
    title: 'Where the network looks',
    paper: 'Figure 4 (MNIST)',
    pieces: [
      {
        kind: 'text',
        text: `Strength of every pixel's input neuron while NeuroFS selects ${mainK}, from one run with the first seed. Each picture has its own scale, from 0 to its strongest pixel; the ${mainK} selected pixels are outlined.`,
      },
      ...(pieces.length > 0
        ? [...pieces, legend]
        : [{ kind: 'text', text: whyBlank(ownResults(gathered, images)) } as const]),
    ],
  };
}

/** The runs whose strengths would be drawn. */
function ownResults({ results, scale }: Gathered, images: readonly ReproductionSet[]): PlannedResult[] {
  const keys = new Set(images.map(({ key }) => key));
  const names = new Set(neurofsVariants.map(({ name }) => name));
  return results.filter(
    ({ planned: { job, role, set }, k, seed }) =>
      role.kind === 'accuracy' && keys.has(set) && names.has(job.variant) && k === mainK && seed === scale.seeds[0],
  );
}

function setPieces(gathered: Gathered, set: ReproductionSet): Piece[] {
  return neurofsVariants.flatMap((variant, place): Piece[] => {
    const row = gathered.rows(variant.name, set.key, mainK).find((each) => each.details?.strengths);
    if (row === undefined) return [];
    const figures = row.details!.strengths!.map(({ epoch, activeCount, values }) => ({
      name: `importance-${set.key}-${place === 0 ? 'default' : 'paper'}-${epoch}`,
      caption: `Epoch ${epoch}: ${formatCount(activeCount)} active`,
      svg: heatPicture({
        values,
        width: set.imageShape![1],
        max: Math.max(...values),
        marked: row.features,
        isSharp: true,
        label: `Strengths on ${set.paperName} at epoch ${epoch}, ${activeCount} pixels active`,
      }),
    }));
    return [
      { kind: 'heading', text: `${columnName(set)}, ${variant.name}` },
      { kind: 'figures', width: 'small', figures },
    ];
  });
}
