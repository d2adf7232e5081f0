/** What the commands that do long work have in common: how loud they are, and options kept in a file. */
import { Option } from 'commander';

export function commonOptions(): Option[] {
  return [
    new Option('-q, --quiet', 'write nothing but errors to standard error'),
    new Option('-v, --verbose', 'tell how long every step took').conflicts('quiet'),
    new Option('--config <file>', 'JSON file with options by name, such as {"k": 50, "leave-out": ["a", "b"]}'),
  ].map((option) => option.helpGroup('Output:'));
}

/** Of commands that write a folder. */
export interface OutputOptions {
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
}

export function outputOptions(what: string, files: readonly string[], folder: string): Option[] {
  return [
    new Option('-o, --out <folder>', `folder for ${files.join(', ')} (default: ${folder})`),
    new Option('--force', 'overwrite files of such names even where neurofs did not write them'),
    new Option('--json', `print only ${what}, as JSON; no files unless --out is given`),
  ];
}
