/** Tables from MATLAB level 5 files (save -v6 and -v7): dense and sparse matrices, compressed or not. */
import { UserError } from '../../errors.js';
import { inTurns } from '../../turns.js';
import type { Table } from '../../types.js';
import { isMat5 } from '../first-bytes.js';
import { type MatrixOptions, matrixTable } from '../matrix-table.js';
import { pickVariables, readBesides } from '../pick-variables.js';
import { decompressLimited } from '../source/inflate.js';
import { heldLimit, type ReadAllOptions, readAll } from '../source/read-all.js';
import type { ByteSource } from '../source/source.js';
import { damaged, elementType, type MatBytes, readElement } from './mat5-elements.js';
import { type MatVariable, readMatVariable } from './mat5-variable.js';

const headerBytes = 128;

export interface Mat5Options extends MatrixOptions, ReadAllOptions {
  readonly signal?: AbortSignal;
}

export async function readMat5(source: ByteSource, options: Mat5Options = {}): Promise<Table> {
  const bytes = await readAll(source, options);
  if (!isMat5(bytes)) throw new UserError('data', `${source.name}: is not a MATLAB level 5 file`);
  const mat: MatBytes = { bytes, isLittle: bytes[126] === 0x49, name: source.name };
  const { signal } = options;
  const variables = await listVariables(mat, heldLimit(source.size, options.maxBytes), signal);
  const picked = pickVariables(variables, options, source.name);
  const matrix = await inTurns(picked.x.readMatrix(), signal);
  return matrixTable({ matrix, ...readBesides(picked, (variable) => variable.readTarget()) }, source.name);
}

async function listVariables(mat: MatBytes, limit: number, signal: AbortSignal | undefined): Promise<MatVariable[]> {
  const variables: MatVariable[] = [];
  let left = limit;
  for (let at = headerBytes; at < mat.bytes.length; ) {
    const element = readElement(mat, at, mat.bytes.length);
    at = element.next;
    if (element.type === elementType.matrix) {
      push(variables, readMatVariable(mat, element));
    } else if (element.type === elementType.compressed) {
      const packed = mat.bytes.subarray(element.from, element.to);
      const bytes = await decompressLimited(packed, { name: mat.name, limit: left, signal });
      left -= bytes.length;
      const inner: MatBytes = { ...mat, bytes };
      const content = readElement(inner, 0, bytes.length);
      if (content.type === elementType.matrix) push(variables, readMatVariable(inner, content));
    } else {
      throw damaged(mat.name, `an element of type ${element.type} stands where a variable was expected`);
    }
  }
  return variables;
}

function push(variables: MatVariable[], variable: MatVariable | undefined): void {
  // The unnamed variable is MATLAB's own bookkeeping of objects.
  if (variable !== undefined && variable.name !== '') variables.push(variable);
}
