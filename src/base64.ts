/** Bytes as text and back, in pieces that a call can take as arguments. */
const piece = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += piece) texts.push(String.fromCharCode(...bytes.subarray(at, at + piece)));
  return btoa(texts.join(''));
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
