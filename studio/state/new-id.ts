/** A name that nothing else has, in this sitting or any other. `crypto.randomUUID` is missing from pages without TLS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
}
