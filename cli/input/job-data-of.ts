/** Tells the data that a command has read as a job tells it, for workers that read it by themselves. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hashPlace } from '../../node/jobs/job-data.js';
import { findSet } from '../../src/catalogue/catalogue.js';
import { encodeDefaults } from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import type { DataPlace, DataReading, JobData, SplitRecipe } from '../../src/experiment/job.js';
import type { ScalingMethod } from '../../src/types.js';
import type { DataOptions } from '../options/data-options.js';
import type { NamedData } from '../options/named-data.js';
import type { Loaded } from './read-dataset.js';

type ReadOptions = DataOptions & { readonly scaling: ScalingMethod; readonly scaleOn: 'train' | 'all' };

export async function jobDataOf(
  data: NamedData,
  options: ReadOptions,
  loaded: Loaded,
  split: SplitRecipe,
): Promise<JobData> {
  if ('sql' in data) {
    throw new UserError(
      'usage',
      '--queue needs a FILE that the workers can read; write the result of the query to a file and name that',
    );
  }
  const place = placeOf(data.path, options, loaded);
  const { scaling, scaleOn } = options;
  const reading = readingOf(place, options, loaded);
  return { name: data.name, sha256: await hashPlace(place), place, reading, split, scaling, scaleOn };
}

function placeOf(path: string, { split }: DataOptions, { dataset }: Loaded): DataPlace {
  const splitPath = split === undefined || split === 'random' ? {} : { splitPath: resolve(split) };
  if (existsSync(path)) return { kind: 'file', path: resolve(path), target: dataset.targetName, ...splitPath };
  return { kind: 'set', key: findSet(path)!.key, ...splitPath };
}

function readingOf(place: DataPlace, options: DataOptions, { dataset, split }: Loaded): DataReading {
  const { format, x, missing, leaveOut = [], keep = [], groupBy } = options;
  return {
    target: dataset.targetName,
    ...(format && { format }),
    ...(x !== undefined && { x }),
    ...(missing !== encodeDefaults.missing && { missing }),
    ...(leaveOut.length > 0 && { leaveOut }),
    ...(keep.length > 0 && { keep }),
    ...(groupBy !== undefined && { groupBy }),
    ...(place.kind === 'set' && split === undefined && { ownSplit: 'ignored' }),
  };
}
