/**
 * Features that are selected as wholes: all of a group or none of it. A group counts as one, is scored by its best member,
 * and every method, the promise among them, takes it as it takes the categories of one column.
 */
import { UserError } from '../errors.js';
import { didYouMeanHint } from '../suggest.js';
import type { AnyMatrix, Dataset } from '../types.js';
import { numbersByName } from './constraints.js';

/** Names of features, or of columns of the file, by the name of their group. */
export type NamedGroups = Readonly<Record<string, readonly string[]>>;

const subject = { option: 'groups' };

/** What is in no group stays a feature of its own. */
export function groupFeatures<M extends AnyMatrix>(dataset: Dataset<M>, groups: NamedGroups): Dataset<M> {
  const { featureNames, groups: before } = dataset;
  const units = before?.names ?? featureNames;
  const columnNames =
    dataset.columnNames ?? (before ? Array.from(before.groupOf, (group) => before.names[group]) : featureNames);
  const groupOfUnit = assignGroups(units, before ? undefined : columnNames, groups);
  const numbers = new Map<string, number>();
  const numberOf = units.map((unit, index) => {
    const name = groupOfUnit.get(index) ?? unit;
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    return numbers.get(name)!;
  });
  const { imageShape: _, ...rest } = dataset;
  const groupOf = Int32Array.from(featureNames, (_, feature) => numberOf[before?.groupOf[feature] ?? feature]);
  return { ...rest, columnNames, groups: { groupOf, names: [...numbers.keys()] } };
}

/** The group of every feature that is in one. */
function assignGroups(
  units: readonly string[],
  columnNames: readonly string[] | undefined,
  groups: NamedGroups,
): ReadonlyMap<number, string> {
  const numbers = numbersByName(units, columnNames);
  const found = new Map<number, string>();
  for (const [group, members] of Object.entries(groups)) {
    if (members.length === 0) throw new UserError('usage', `has no feature in "${group}"`, { subject });
    for (const member of members) {
      const number = numbers.get(member);
      if (number === undefined) {
        const hint = didYouMeanHint(member, units);
        throw new UserError('usage', `has "${member}" in "${group}", which is no feature${hint}`, { subject });
      }
      const other = found.get(number);
      if (other !== undefined && other !== group) {
        throw new UserError('usage', `has "${member}" in "${other}" and in "${group}"; a feature is in one group`, {
          subject,
        });
      }
      found.set(number, group);
    }
  }
  for (const group of new Set(found.values())) {
    const number = numbers.get(group);
    if (number === undefined || found.get(number) === group) continue;
    throw new UserError('usage', `has a group named "${group}", as a feature outside of it is`, {
      subject,
      advice: ['name the group otherwise'],
    });
  }
  return found;
}
