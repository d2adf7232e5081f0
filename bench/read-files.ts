/** One table written in every format, for the bench of the readers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { zipSync } from 'fflate';
import h5wasm from 'h5wasm/node';
import { createRandom } from '../src/maths/random.js';

export interface BenchFile {
  readonly name: string;
  readonly path: string;
}

/** Numbers of four decimals, as measurements come; the last column is the class. */
export async function writeBenchFiles(folder: string, rowCount: number, columnCount: number): Promise<BenchFile[]> {
  const random = createRandom(1);
  const values = Float64Array.from(
    { length: rowCount * columnCount },
    () => Math.round(random.float() * 20000 - 10000) / 1e4,
  );
  const rows = Array.from({ length: rowCount }, (_, row) => [
    ...values.subarray(row * columnCount, (row + 1) * columnCount),
  ]);
  const names = Array.from({ length: columnCount }, (_, column) => `f${column}`);
  const csv = `${names.join(',')},class\n${rows.map((row, at) => `${row.join(',')},${at % 2}`).join('\n')}\n`;
  const arff = `@relation bench\n${names.map((name) => `@attribute ${name} numeric\n`).join('')}@attribute class {0,1}\n@data\n`;
  const texts: [string, string | Uint8Array][] = [
    ['table.csv', csv],
    ['table.csv.gz', gzipSync(csv)],
    [
      'table.svm',
      rows.map((row, at) => `${at % 2} ${row.map((value, column) => `${column + 1}:${value}`).join(' ')}`).join('\n'),
    ],
    ['table.arff', arff + csv.slice(csv.indexOf('\n') + 1)],
    [
      'table.jsonl',
      rows
        .map((row, at) =>
          JSON.stringify({ ...Object.fromEntries(row.map((value, column) => [names[column], value])), class: at % 2 }),
        )
        .join('\n'),
    ],
    ['table.npy', npy(values, rowCount, columnCount)],
    ['table.npz', zipSync({ 'X.npy': npy(values, rowCount, columnCount) })],
    ['table.mat', mat5(values, rowCount, columnCount)],
    ['table.idx', idx(values, rowCount, columnCount)],
  ];
  for (const [name, content] of texts) writeFileSync(join(folder, name), content);
  await writeHdf5(join(folder, 'table.h5'), values, [rowCount, columnCount]);
  await writeParquet(join(folder, 'table.csv'), join(folder, 'table.parquet'));
  const files = [...texts.map(([name]) => name), 'table.h5', 'table.parquet'];
  return files.map((name) => ({ name, path: join(folder, name) }));
}

function npy(values: Float64Array, rowCount: number, columnCount: number): Uint8Array {
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rowCount}, ${columnCount}), }`;
  const header = `${text.padEnd(117)}\n`;
  const start = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0);
  return Buffer.concat([start, Buffer.from(header), new Uint8Array(values.buffer)]);
}

/** One matrix of doubles, column-major. */
function mat5(values: Float64Array, rowCount: number, columnCount: number): Uint8Array {
  const columns = Float64Array.from(
    values,
    (_, at) => values[(at % rowCount) * columnCount + Math.floor(at / rowCount)],
  );
  const element = (type: number, data: Uint8Array) => {
    const tag = Buffer.from(Uint32Array.of(type, data.length).buffer);
    return Buffer.concat([tag, data, new Uint8Array((8 - (data.length % 8)) % 8)]);
  };
  const words = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer);
  const matrix = Buffer.concat([
    element(6, words(6, 0)),
    element(5, words(rowCount, columnCount)),
    element(1, Buffer.from('X')),
    element(9, new Uint8Array(columns.buffer)),
  ]);
  const header = Buffer.alloc(128, ' ');
  header.write('MATLAB 5.0 MAT-file, written for a bench');
  header.set([0, 1, 0x49, 0x4d], 124);
  return Buffer.concat([header, element(14, matrix)]);
}

function idx(values: Float64Array, rowCount: number, columnCount: number): Uint8Array {
  const header = Buffer.alloc(12);
  header.set([0, 0, 0x0e, 2]);
  header.writeUInt32BE(rowCount, 4);
  header.writeUInt32BE(columnCount, 8);
  return Buffer.concat([header, Buffer.from(values.slice().buffer).swap64()]);
}

async function writeHdf5(path: string, values: Float64Array, shape: number[]): Promise<void> {
  await h5wasm.ready;
  const file = new h5wasm.File(path, 'w');
  file.create_dataset({ name: 'X', data: values, shape });
  file.close();
}

async function writeParquet(csvPath: string, path: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`copy (select * from read_csv('${csvPath}')) to '${path}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
}
