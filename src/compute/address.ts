/**
 * Places in kernel memory, in bytes. They are numbers that TypeScript keeps apart from others, so that a count cannot stand
 * where a kernel wants an address.
 */
declare const mark: unique symbol;

export type Address = number & { readonly [mark]: true };

/** For a kernel that can do without. */
export const nowhere = 0 as Address;

export function shifted(address: Address, bytes: number): Address {
  return (address + bytes) as Address;
}
