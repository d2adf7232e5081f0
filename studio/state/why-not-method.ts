/** Why a method cannot be run on the data that is chosen; undefined where it can. */
import { dataSettings, dataset, methods } from './store.js';

const kinds = { classes: 'classes', regression: 'values', survival: 'survival' } as const;
const words = { classes: 'classes', regression: 'a number', survival: 'survival times' } as const;

export function whyNotMethod(name: string): string | undefined {
  const method = methods.value.find((each) => each.name === name);
  const task = dataset.value?.task;
  if (method === undefined || task === undefined) return undefined;
  if (!method.targets.includes(kinds[task])) return `${name} cannot take ${words[task]} as the target.`;
  const { weights, classWeights } = dataSettings.value ?? {};
  const isWeighted = weights !== undefined || classWeights !== undefined;
  return isWeighted && !method.takesWeights ? `${name} cannot weight rows.` : undefined;
}
