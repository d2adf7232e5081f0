/** The file that the worker of a browser starts with when it is to read HDF5. */
import type { Hdf5Order } from './hdf5-messages.js';
import { openHdf5Bytes } from './open-hdf5.js';
import { serveHdf5 } from './serve-hdf5.js';

self.onmessage = ({ data }: MessageEvent<Hdf5Order>) => {
  const read = serveHdf5(
    data.libraryBytes,
    ({ name, file }) => openHdf5Bytes(name, file as Uint8Array),
    (news, transfer) => self.postMessage(news, { transfer: [...transfer] as ArrayBuffer[] }),
  );
  void read(data);
};
