/**
 * An HDF5 file that holds `var/neurofs` alone: truths, none as yet, and true wherever it is made longer. h5wasm can read the type
 * that h5py gives to truths, but cannot make it. Packed by zlib; made by
 *
 *   with h5py.File(buffer, "w", libver="latest") as file:
 *       file.create_dataset("var/neurofs", shape=(0,), maxshape=(None,), chunks=(1024,), dtype=bool, fillvalue=True)
 *   base64.b64encode(zlib.compress(buffer.getvalue(), 9))
 */
import { unzlibSync } from 'fflate';
import { fromBase64 } from '../base64.js';

const packed =
  'eNrr9HBx4+WS4mLm4GCAgf9Q4MQE4RtAxbnenLrs7+ESxMRQwSSErBAGuJgYGBkY2PgYgBRzWWLRZpiJbgxUAhEnhN4T4wQhkBPY81JLi/LTis0YobqdqOGE' +
  'x37ML8FOYGRgZBRhYGBiZGREDzlmRQbGCCaQGxgYBDggNAMDB4Obo0+wK0NIUKgrUIyVnYGRWRskxcghzsDAwsTAxMTAwsjAosDCIsAFM4phJsPgBTrmqeEA' +
  'oshRPQ==';

export function h5adTemplate(): Uint8Array {
  return unzlibSync(fromBase64(packed));
}
