/** Bytes as text and back, in pieces that a call can take as arguments. */
const piece = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += piece) texts.push(String.fromCharCode(...bytes.subarray(at, at + piece)));
  return btoa(texts.join(''));
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
