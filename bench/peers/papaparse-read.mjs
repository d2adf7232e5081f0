// Reads a CSV file of numbers with papaparse into one Float64Array, as a user of it would; prints the milliseconds.
import { createReadStream } from 'node:fs';
import Papa from 'papaparse';

const started = performance.now();
let values = new Float64Array(1024);
let length = 0;
await new Promise((resolve, reject) => {
  let isHeader = true;
  Papa.parse(createReadStream(process.argv[2]), {
    skipEmptyLines: true,
    step({ data }) {
      if (isHeader) {
        isHeader = false;
        return;
      }
      if (length + data.length > values.length) {
        const larger = new Float64Array(2 * (length + data.length));
        larger.set(values.subarray(0, length));
        values = larger;
      }
      for (const cell of data) values[length++] = Number(cell);
    },
    complete: resolve,
    error: reject,
  });
});
console.log(JSON.stringify({ milliseconds: performance.now() - started, cells: length }));
