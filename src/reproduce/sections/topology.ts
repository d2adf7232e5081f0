/** How far apart the connections of several networks are: Figure 5 and Table 3. */

import type { TopologyStart } from '../../experiment/job.js';
import type { LayerDistances } from '../../experiment/result-row.js';
import { spreadOf } from '../../experiment/summarise.js';
import { heatLegend, heatPicture } from '../../report/heat-map.js';
import { accuracyBySvm, type Gathered, type PlannedResult } from '../gather.js';
import { topologyAccuracies } from '../paper-figures.js';
import type { Figure, Piece, Section } from '../piece.js';
import { mainK } from '../plan.js';
import { whyBlank } from '../why-blank.js';

const startNames: Readonly<Record<TopologyStart, string>> = {
  different: 'Different initial connections',
  'same-connections': 'The same initial connections',
};

export function topologySection(gathered: Gathered): Section {
  const starts = (['different', 'same-connections'] as const).map((start) => ({
    start,
    results: resultsOf(gathered, start),
  }));
  const done = starts.filter(({ results }) => results.some(({ row }) => row && !row.error));
  const count = gathered.scale.networkCount;
  return {
    id: 'topology',
    title: 'Do the networks agree?',
    paper: 'Figure 5, Table 3',
    pieces: [
      {
        kind: 'text',
        text: `${count} networks of NeuroFS with the paper's settings on MNIST, K = ${mainK}, trained with different seeds; where they begin with the same connections, each still draws its own weights. The distance between two layers (NNSTD) is 0 if they have the same connections, however their hidden neurons are numbered, and 1 if they have none in common. Every tile is a pair of networks; the number is the mean over the pairs.`,
      },
      ...(done.length === 0
        ? [{ kind: 'text', text: whyBlank(starts.flatMap(({ results }) => results)) } as const]
        : []),
      ...done.flatMap(({ start, results }) => distancePieces(start, results)),
      ...(done.length === 0 ? [] : [legendPiece(), accuracyPiece(starts)]),
    ],
  };
}

function resultsOf({ results }: Gathered, start: TopologyStart): PlannedResult[] {
  return results.filter(({ planned: { role } }) => role.kind === 'topology' && role.start === start);
}

function distancePieces(start: TopologyStart, results: readonly PlannedResult[]): Piece[] {
  const distances = results.flatMap(({ row }) => row?.details?.distances ?? []);
  const layers = [...new Set(distances.map(({ layer }) => layer))].sort((a, b) => a - b);
  return layers.flatMap((layer): Piece[] => [
    { kind: 'heading', text: `${startNames[start]}, ${layerName(layer)}` },
    {
      kind: 'figures',
      width: 'small',
      figures: distances.filter((each) => each.layer === layer).map((each) => distanceFigure(start, each)),
    },
  ]);
}

function distanceFigure(start: TopologyStart, { epoch, layer, values }: LayerDistances): Figure {
  const pairs = values.flatMap((row, a) => row.slice(a + 1));
  const mean = spreadOf(pairs)?.mean ?? 0;
  return {
    name: `topology-${start}-layer${layer}-epoch${epoch}`,
    caption: `Epoch ${epoch}: ${mean.toFixed(2)}`,
    svg: heatPicture({
      values: values.flatMap((row, a) => row.map((distance, b) => (a === b ? Number.NaN : distance))),
      width: values.length,
      max: 1,
      countsZero: true,
      isSharp: true,
      label: `Distances of the networks at epoch ${epoch}, ${layerName(layer)}: mean ${mean.toFixed(3)}`,
    }),
  };
}

function layerName(layer: number): string {
  return layer === 0 ? 'input layer' : `hidden layer ${layer}`;
}

function accuracyPiece(starts: readonly { start: TopologyStart; results: readonly PlannedResult[] }[]): Piece {
  const count = Math.max(...starts.map(({ results }) => results.length));
  return {
    kind: 'table',
    table: {
      caption: `SVM with ${mainK} features of each network`,
      rowTitle: 'Start',
      columns: Array.from({ length: count }, (_, network) => `Network ${network}`),
      rows: starts.map(({ start, results }) => ({
        name: startNames[start],
        isReference: true,
        cells: results.map(({ row }, network) => ({
          ours: spreadOf([accuracyBySvm(row) ?? []].flat()),
          paper: { mean: topologyAccuracies[start][network] / 100 },
        })),
      })),
    },
  };
}

function legendPiece(): Piece {
  return {
    kind: 'legend',
    markup: heatLegend('the same network', 'the same connections', 'nothing in common'),
    text: 'Colours: from violet, the same connections, to yellow, nothing in common; a tile of a network with itself is black.',
  };
}
