/**
 * Whether a table has a line for every feature and a column for every sample, as expression matrices come: rows that are
 * named as genes are, or columns that are named as samples are and far fewer than the rows, and nothing but numbers inside.
 */
import type { AnyMatrix, Table } from '../types.js';

/** Probes, Ensembl, Illumina and Entrez numbers, and symbols such as TP53. */
const geneName = /^(ENS[A-Z]*[GTP]\d{6,}.*|.+_at|ILMN_\d+|A_\d+_P\d+|[A-Z][A-Z0-9]{1,9}(-[A-Z0-9]+)?)$/;
const sampleName =
  /^(GSM\d+|TCGA-.+|[SED]RR\d+|(sample|patient|subject|case|control|donor|tumou?r|normal|s|p)[-_. ]?\d+)/i;
/** Share of the names that must be of the kind. */
const most = 0.8;
/** A table of fewer rows says too little. */
const fewestRows = 10;
/** So many times as many rows as columns where columns are named as samples. */
const farMore = 3;
/** A name may stand in one column and what it means in another. */
const mostTexts = 2;

export function looksTransposed({ rowCount, numericNames, text }: Table<AnyMatrix>): boolean {
  if (rowCount < fewestRows || numericNames.length < 2 || text.length === 0 || text.length > mostTexts) return false;
  const names = text[0].values;
  if (new Set(names).size < rowCount || names.includes(undefined)) return false;
  const isGene = (name: string | undefined) => geneName.test(name!) && !sampleName.test(name!);
  const areSamples = share(numericNames, (name) => sampleName.test(name)) >= most;
  if (areSamples && rowCount > farMore * numericNames.length) return true;
  return share(names, isGene) >= most && share(numericNames, isGene) < 1 - most;
}

function share<Item>(items: readonly Item[], is: (item: Item) => boolean): number {
  return items.filter(is).length / items.length;
}
