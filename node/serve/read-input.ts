/**
 * Standard input, given to a reader of messages. From a pipe the cells of large arrays are read straight into their arrays:
 * nothing is copied, and they come in pieces as large as the pipe holds.
 */
import { fstatSync } from 'node:fs';
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';
import type { Readable } from 'node:stream';
import type { MessageReader } from '../../src/session/array-frames.js';

const standardInput = 0;
const lineBytes = 2 ** 16;

/** A stream that gives what it reads to the reader, and nothing to anybody else; an error of the reader destroys it. */
export function readInput(reader: MessageReader): Readable {
  return isPipe() ? pipedInput(reader) : fileInput(reader);
}

function isPipe(): boolean {
  const input = fstatSync(standardInput);
  return input.isFIFO() || input.isSocket();
}

function pipedInput(reader: MessageReader): Readable {
  const line = new Uint8Array(lineBytes);
  let target: Uint8Array = line;
  const onread: OnReadOpts = {
    buffer() {
      target = reader.room ?? line;
      return target;
    },
    callback(count) {
      orDestroy(socket, () => (target === line ? reader.push(line.subarray(0, count)) : reader.filled(count)));
      return true;
    },
  };
  const options = { fd: standardInput, readable: true, writable: false, onread };
  const socket = new Socket(options as SocketConstructorOpts);
  // Only so is its end heard of.
  return socket.resume();
}

function fileInput(reader: MessageReader): Readable {
  const { stdin } = process;
  return stdin.on('data', (chunk: Buffer) => orDestroy(stdin, () => reader.push(chunk)));
}

function orDestroy(stream: Readable, work: () => void): void {
  try {
    work();
  } catch (error) {
    stream.destroy(error as Error);
  }
}
