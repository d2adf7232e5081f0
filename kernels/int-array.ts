// Whole numbers of four bytes at an address, one after another.

@inline
export function getInt(array: usize, i: i32): i32 {
  return load<i32>(array + (<usize>i << 2));
}

@inline
export function setInt(array: usize, i: i32, value: i32): void {
  store<i32>(array + (<usize>i << 2), value);
}
