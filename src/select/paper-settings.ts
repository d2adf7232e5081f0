/**
 * What the paper sets for one data set (batch size, activation), as options of a method. The activation is that of the
 * sparse networks; STG and LassoNet keep their authors' choice. A method with presets gets them under `paper` alone:
 * `best` is the same for all data.
 */
import type { Activation } from '../network/sparse/network.js';
import type { AnyMethod } from './registry.js';

export function withPaperSettings(
  { options }: Pick<AnyMethod, 'options'>,
  settings: { readonly batchSize: number; readonly activation: Activation } | undefined,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (settings === undefined || (Object.hasOwn(options, 'preset') && given.preset !== 'paper')) return given;
  return {
    ...(Object.hasOwn(options, 'batchSize') && { batchSize: settings.batchSize }),
    ...(Object.hasOwn(options, 'epsilon') && { activation: settings.activation }),
    ...given,
  };
}
