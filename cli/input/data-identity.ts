/** Tells the data that a command has read as a job tells it: what it is known by, and where workers find it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hashPlace } from '../../node/jobs/job-data.js';
import { findSet } from '../../src/catalogue/catalogue.js';
import { encodeDefaults, encodeOptionNames } from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import type { DataPlace, DataReading, FoundPlace, JobData } from '../../src/experiment/job.js';
import { pickGiven } from '../../src/pick-options.js';
import { readOptionNames } from '../../src/read/read-table.js';
import type { DataOptions, TestFileOptions } from '../options/data-options.js';
import type { NamedData } from '../options/named-data.js';
import type { Loaded } from './read-dataset.js';

export async function dataIdentity(
  data: NamedData,
  options: PlacedOptions,
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

type PlacedOptions = DataOptions & TestFileOptions & { readonly queue?: unknown };

function placeOf(path: string, options: PlacedOptions, { dataset }: Loaded): FoundPlace {
  const { split, with: beside, names, testFile, queue } = options;
  const flags = { '--with': beside, '--names': names, '--test-file': testFile };
  const [flag] = Object.entries(flags).find(([, file]) => file !== undefined) ?? [];
  if (queue !== undefined && flag !== undefined) {
    throw new UserError(
      'usage',
      `${flag} cannot be used with --queue: workers are sent one file; write one table first`,
    );
  }
  const beneath = {
    ...(split !== undefined && split !== 'random' && { splitPath: resolve(split) }),
    ...(beside !== undefined && { withPath: resolve(beside) }),
    ...(names !== undefined && existsSync(names) && { namesPath: resolve(names) }),
    ...(testFile !== undefined && { testPath: resolve(testFile) }),
  };
  if (existsSync(path)) return { kind: 'file', path: resolve(path), target: dataset.targetName, ...beneath };
  return { kind: 'set', key: findSet(path)!.key, ...beneath };
}

/** What the outputs say of how the data was read: whatever was asked for, and what became of missing cells. */
export function dataParameters(options: DataOptions & TestFileOptions): Readonly<Record<string, unknown>> {
  const { missing, split, with: beside, names, testFile } = options;
  const { target: _, format: __, ...changed } = changedOptions(options);
  const files = { split, with: beside, names, testFile };
  return { missing, ...changed, ...pickGiven(files, ['split', 'with', 'names', 'testFile']) };
}

/** What was asked for about the table, apart from defaults; a file of names is part of the place. */
function changedOptions(options: DataOptions): DataReading {
  const given = { ...pickGiven(options, readOptionNames), ...pickGiven(options, encodeOptionNames) };
  const defaults: Readonly<Record<string, unknown>> = encodeDefaults;
  const changed = Object.entries(given).filter(([name, value]) => {
    if (name === 'names' && existsSync(String(value))) return false;
    return Array.isArray(value) ? value.length > 0 : value !== defaults[name];
  });
  return Object.fromEntries(changed) as DataReading;
}

function readingOf(place: DataPlace, options: DataOptions, { dataset, split }: Loaded): DataReading {
  return {
    ...changedOptions(options),
    target: dataset.targetName,
    ...(place.kind === 'set' && split === undefined && { ownSplit: 'ignored' }),
  };
}
