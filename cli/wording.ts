/** How the command line names options: `--batch-size must be ...`, `use --missing mean or drop-rows`. */
import { flagOf } from '../src/select/option-flag.js';
import { either, type Wording } from '../src/wording.js';

export const flagWording: Wording = {
  subject: ({ option }) => flagOf(option),
  advise({ option, values, verb = 'use', purpose }) {
    const words = [verb, flagOf(option), either((values ?? []).map(String)), purpose ?? ''];
    return words.filter((word) => word !== '').join(' ');
  },
};
