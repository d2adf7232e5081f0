import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageReader, packMessage } from './array-frames.js';

/** What comes out where the bytes arrive in pieces of this size. */
function readInPieces(bytes: Uint8Array, size: number): unknown[] {
  const found: unknown[] = [];
  const reader = new MessageReader((message) => found.push(message));
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  assert.equal(reader.isWithin, false);
  return found;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

test('messages come through unchanged, every bit of their arrays, in pieces of any size', () => {
  const messages = [
    { id: 1, call: 'none', words: [] },
    {
      id: 2,
      words: [
        { values: Float64Array.of(Number.NaN, -0, Number.NEGATIVE_INFINITY, 0.1), name: 'ä\n"x"' },
        [Int32Array.of(-1, 2 ** 31 - 1), new Uint8Array(0), Float32Array.of(1 / 3)],
      ],
    },
    { id: 3, words: [new Uint16Array(0)], last: null },
  ];
  const bytes = joined(messages.flatMap(packMessage));
  for (const size of [1, 3, 7, 64, bytes.length]) assert.deepEqual(readInPieces(bytes, size), messages);
});

test('a part of a larger array crosses without the rest', () => {
  const part = Float32Array.of(1, 2, 3, 4).subarray(1, 3);
  assert.deepEqual(readInPieces(joined(packMessage({ part })), 5), [{ part: Float32Array.of(2, 3) }]);
});

test('what is no message is refused with what it was', () => {
  const read = (text: string) => new MessageReader(() => {}).push(new TextEncoder().encode(`${text}\n`));
  assert.throws(() => read('{"id":1'), /expected a line with a JSON object, got "{\\"id\\":1"/);
  assert.throws(() => read('[1]'), /expected a line with a JSON object/);
  assert.throws(() => read('{"arrays":[{"type":"int64","length":1}]}'), /expected an array of float32, .* got {"type"/);
  assert.throws(() => read('{"arrays":[{"type":"int8","length":-1}]}'), /and its length/);
  assert.throws(() => read('{"arrays":[null]}'), /got null/);
  assert.throws(() => read('{"words":[{"$array":0}]}'), /there is no array 0/);
});

test('empty lines between messages are passed over', () => {
  assert.deepEqual(readInPieces(new TextEncoder().encode('\n{"id":1}\n\r\n'), 4), [{ id: 1 }]);
});

test('a large array can be filled in place, whatever stands before and after it', () => {
  const large = Float32Array.from({ length: 40_000 }, (_, at) => at / 3);
  const messages = [{ id: 1, words: [Uint8Array.of(7), large, Int16Array.of(-1)] }, { id: 2 }];
  const bytes = joined(messages.flatMap(packMessage));
  const found: unknown[] = [];
  const reader = new MessageReader((message) => found.push(message));
  let inPlace = 0;
  for (let at = 0; at < bytes.length; ) {
    const { room } = reader;
    const piece = bytes.subarray(at, at + Math.min(room?.length ?? 50, 30_000));
    at += piece.length;
    if (room === undefined) reader.push(piece);
    else {
      room.set(piece);
      reader.filled(piece.length);
      inPlace += piece.length;
    }
  }
  assert.deepEqual(found, messages);
  assert.ok(inPlace > 60_000, `${inPlace} bytes in place`);
});
