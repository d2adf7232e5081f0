/** What computes: options that the commands share and that never change a result. */
import { Option } from 'commander';
import { type EngineName, engineNames } from '../../node/engines/choose-backend.js';
import { wholeNumber } from './options.js';

export interface ComputeOptions {
  readonly threads?: number;
  readonly engine?: EngineName;
}

export function computeOptions(): Option[] {
  return [
    new Option('--threads <count>', 'threads to use; the result is always the same (default: all cores)').argParser(
      wholeNumber('--threads', 1),
    ),
    new Option(
      '--engine <name>',
      'what computes, with the same result: native code where it is installed, or WebAssembly (default: auto)',
    ).choices(engineNames),
  ];
}
