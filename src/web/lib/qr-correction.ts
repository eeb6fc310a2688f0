interface Layout {
  blocks: number;
  /** Words of correction in each block. */
  correction: number;
  /** In all. */
  words: number;
}

/** Reed and Solomon's correction over blocks, and the words of all blocks by turns, so that a stain hides a little of each. */
export function withCorrection(data: Uint8Array, { blocks, correction, words }: Layout): Uint8Array {
  const longer = words % blocks;
  const length = Math.floor(words / blocks) - correction;
  const divisor = divisorOf(correction);
  let start = 0;
  const parts = Array.from({ length: blocks }, (_, index) => {
    const end = start + length + (index >= blocks - longer ? 1 : 0);
    const own = data.subarray(start, end);
    start = end;
    return { own, check: remainderOf(own, divisor) };
  });
  const mixed: number[] = [];
  const take = (list: (part: (typeof parts)[number]) => Uint8Array, count: number) => {
    for (let index = 0; index < count; index += 1)
      for (const part of parts) {
        const word = list(part)[index];
        if (word !== undefined) mixed.push(word);
      }
  };
  take(({ own }) => own, length + 1);
  take(({ check }) => check, correction);
  return Uint8Array.from(mixed);
}

/** In the field of 256 elements that the standard names. */
function product(one: number, other: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    result ^= ((other >> bit) & 1) * one;
  }
  return result;
}

/** Without the leading one. */
function divisorOf(degree: number): Uint8Array {
  const result = new Uint8Array(degree);
  result[degree - 1] = 1;
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let index = 0; index < degree; index += 1)
      result[index] = product(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    root = product(root, 2);
  }
  return result;
}

function remainderOf(data: Uint8Array, divisor: Uint8Array): Uint8Array {
  const result = new Uint8Array(divisor.length);
  for (const word of data) {
    const factor = word ^ (result[0] ?? 0);
    result.copyWithin(0, 1);
    result[result.length - 1] = 0;
    for (const [index, part] of divisor.entries())
      result[index] = (result[index] ?? 0) ^ product(part, factor);
  }
  return result;
}
