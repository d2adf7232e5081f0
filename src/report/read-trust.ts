/** What a saved selection says of how many features there are and whether they can be trusted; left out where it is not as it should be. */
import type { SizeReport } from '../choose/size.js';
import type { TriedMethods } from '../choose/tried-methods.js';
import { measures } from '../evaluate/measures/registry.js';
import type { SelectionReportInput } from './selection-report-input.js';

/** What a value must hold; a name that ends in `?` may be absent, a list holds any number of such values. */
type Shape = 'number' | 'text' | 'measure' | readonly [Shape] | { readonly [name: string]: Shape };

const point = { k: 'number', mean: 'number', standardError: 'number' } as const;
const size: Shape = {
  'auto?': {
    judge: 'text',
    measure: 'measure',
    folds: 'number',
    points: [point],
    bestK: 'number',
    parsimoniousK: 'number',
  },
  'promise?': {
    falseDiscovery: 'number',
    count: 'number',
    rowCount: 'number',
    'pairsAmong?': 'number',
    'advantage?': 'number',
    atRates: [{ rate: 'number', count: 'number' }],
  },
};

const stability: Shape = {
  pairs: 'number',
  threshold: 'number',
  shares: [{ name: 'text', share: 'number' }],
  stable: ['text'],
  bound: 'number',
  overlap: 'number',
  overlapOfKinds: 'number',
};

const substitutes: Shape = {
  level: 'number',
  rowCount: 'number',
  'judged?': { judge: 'text', measure: 'measure', value: 'number', folds: 'number', rowCount: 'number' },
  features: [
    {
      name: 'text',
      substitutes: [{ name: 'text', correlation: 'number', information: 'number', 'exchanged?': 'number' }],
      standsFor: ['text'],
    },
  ],
};

const verdict: Shape = {
  judge: 'text',
  measure: 'measure',
  folds: 'number',
  repeats: 'number',
  rowCount: 'number',
  counts: ['number'],
  sets: [{ features: 'text', mean: 'number', interval: ['number'] }],
  gains: [{ over: 'text', mean: 'number', interval: ['number'], is: 'text' }],
};

const tried: Shape = {
  judge: 'text',
  measure: 'measure',
  rowCount: 'number',
  k: 'number',
  sizes: ['number'],
  methods: [{ method: 'text', mean: 'number', folds: 'number', firstMean: 'number' }],
  taken: 'text',
};

const shapes = { tried, size, stability, substitutes, verdict } as const;

type Trust = Pick<SelectionReportInput, keyof typeof shapes>;

export function readTrust(saved: Readonly<Record<string, unknown>>): Trust {
  const whole = Object.entries(shapes).filter(([name, shape]) => fits(saved[name], shape));
  const {
    size: given,
    tried: methods,
    ...found
  }: Trust = Object.fromEntries(whole.map(([name]) => [name, saved[name]]));
  return {
    ...found,
    ...(methods && hasItsMethods(methods) && { tried: methods }),
    ...(given && hasItsPoints(given) && { size: given }),
  };
}

/** The report says how the method did that it names, and another beside it. */
function hasItsMethods({ methods, taken }: TriedMethods): boolean {
  return methods.length > 1 && methods.some(({ method }) => method === taken);
}

/** The report says how good the numbers are that it names. */
function hasItsPoints({ auto }: SizeReport): boolean {
  const tried = new Set(auto?.points.map(({ k }) => k));
  return auto === undefined || (tried.has(auto.bestK) && tried.has(auto.parsimoniousK));
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'number') return typeof value === 'number';
  if (shape === 'text') return typeof value === 'string';
  if (shape === 'measure') return measures.some(({ name }) => name === value);
  if (isList(shape)) return Array.isArray(value) && value.every((each) => fits(each, shape[0]));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(shape).every(([name, own]) => {
    const isOptional = name.endsWith('?');
    const given = fields[isOptional ? name.slice(0, -1) : name];
    return (isOptional && given === undefined) || fits(given, own);
  });
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
