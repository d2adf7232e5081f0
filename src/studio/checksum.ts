/** SHA-256 of a file in hexadecimal, where the browser offers it and the file fits in memory. */

const mostBytes = 512 * 2 ** 20;

export async function checksumOf(blob: Blob): Promise<string | undefined> {
  // Pages that were not fetched safely have no `subtle`.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined || blob.size > mostBytes) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await blob.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
