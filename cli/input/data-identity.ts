/** Tells the data that a command has read as a job tells it: what it is known by, and where workers find it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hashPlace } from '../../node/jobs/job-data.js';
import { findSet } from '../../src/catalogue/catalogue.js';
import { encodeDefaults } from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import type { DataPlace, DataReading, FoundPlace, JobData } from '../../src/experiment/job.js';
import type { DataOptions } from '../options/data-options.js';
import type { NamedData } from '../options/named-data.js';
import type { Loaded } from './read-dataset.js';

export async function dataIdentity(
  data: NamedData,
  options: DataOptions & { readonly queue?: unknown },
  loaded: Loaded,
): Promise<Pick<JobData, 'name' | 'sha256' | 'place' | 'reading'>> {
  if ('sql' in data) {
    if (options.queue === undefined) return ofQuery(data, options, loaded);
    throw new UserError(
      'usage',
      '--queue needs a FILE that the workers can read; write the result of the query to a file and name that',
    );
  }
  const place = placeOf(data.path, options, loaded);
  return { name: data.name, sha256: await hashPlace(place), place, reading: readingOf(place, options, loaded) };
}

/** The result of a query is held by this process alone. */
function ofQuery({ name }: NamedData, options: DataOptions, loaded: Loaded) {
  const place = { kind: 'given' } as const;
  return { name, sha256: loaded.checksum, place, reading: readingOf(place, options, loaded) };
}

function placeOf(path: string, { split }: DataOptions, { dataset }: Loaded): FoundPlace {
  const splitPath = split === undefined || split === 'random' ? {} : { splitPath: resolve(split) };
  if (existsSync(path)) return { kind: 'file', path: resolve(path), target: dataset.targetName, ...splitPath };
  return { kind: 'set', key: findSet(path)!.key, ...splitPath };
}

function readingOf(place: DataPlace, options: DataOptions, { dataset, split }: Loaded): DataReading {
  const { format, x, task, event, weights, classWeights, missing, leaveOut = [], keep = [], groupBy } = options;
  return {
    target: dataset.targetName,
    ...(format && { format }),
    ...(x !== undefined && { x }),
    ...(task !== encodeDefaults.task && { task }),
    ...(event !== undefined && { event }),
    ...(weights !== undefined && { weights }),
    ...(classWeights !== undefined && { classWeights }),
    ...(missing !== encodeDefaults.missing && { missing }),
    ...(leaveOut.length > 0 && { leaveOut }),
    ...(keep.length > 0 && { keep }),
    ...(groupBy !== undefined && { groupBy }),
    ...(place.kind === 'set' && split === undefined && { ownSplit: 'ignored' }),
  };
}
