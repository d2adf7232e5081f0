/** How the command line names options: `--batch-size must be ...`, `use --missing mean or drop-rows`. */
import { flagOf } from '../src/select/option-flag.js';
import { either, type Wording } from '../src/wording.js';

export const flagWording: Wording = {
  subject: ({ option }) => nameOf(option),
  advise({ option, values, verb = 'use', purpose }) {
    const words = [verb, nameOf(option), either((values ?? []).map(String)), purpose ?? ''];
    return words.filter((word) => word !== '').join(' ');
  },
};

/**
 * One limit of memory is enough for the command line, the false-discovery rate goes by its initials, and a flag that
 * takes a list is named for one of it.
 */
const otherFlags: Readonly<Record<string, string>> = {
  maxBytes: '--memory',
  falseDiscovery: '--fdr',
  judges: '--judge',
  costs: '--cost',
};

function nameOf(option: string): string {
  return otherFlags[option] ?? flagOf(option);
}
