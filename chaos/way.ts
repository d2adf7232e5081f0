/** A way to a server of this machine that can be cut, so that bytes vanish without a word, or made slow. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Way {
  readonly port: number;
  /** From now on nothing comes through, and nobody is told; what was sent meanwhile is lost with its connection. */
  cut(): void;
  mend(): void;
  /** Every piece takes so much longer, in milliseconds. */
  slow(delay: number): void;
  close(): Promise<void>;
}

export async function openWay(target: number): Promise<Way> {
  let isCut = false;
  let delay = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => {
        if (isCut) return;
        // Timers of one length fire in order, so the bytes stay in theirs.
        if (delay === 0) to.write(bytes);
        else setTimeout(() => !to.destroyed && to.write(bytes), delay);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!isCut) to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
    },
    mend() {
      // What had been on its way is gone, so the connections are of no use any more.
      dropAll();
      isCut = false;
    },
    slow(milliseconds) {
      delay = milliseconds;
    },
    async close() {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}
