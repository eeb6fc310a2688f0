import { withCorrection } from './qr-correction.ts';

/** At the level M, which reads with 15 % of it hidden; by version, from 1. */
const CORRECTION_PER_BLOCK = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

/** Rows of a square, true where it is dark; without the light margin of four that has to be around it. */
export type QrCode = boolean[][];

/** ISO/IEC 18004, as far as an address of some 400 characters needs it: bytes, level M, one mask. */
export function qrCode(text: string): QrCode {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, index) => bytes.length + 3 <= capacity(index + 1)) + 1;
  if (version === 0) throw new RangeError('The text is too long for this code.');
  const size = 17 + 4 * version;
  const dark: QrCode = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const isTaken: QrCode = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, isDark: boolean) => {
    const row = dark[y];
    const taken = isTaken[y];
    if (!row || !taken || x < 0 || x >= size) return;
    row[x] = isDark;
    taken[x] = true;
  };
  drawPatterns(version, size, set);
  const words = withCorrection(dataWords(bytes, version), {
    blocks: BLOCKS[version - 1] ?? 1,
    correction: CORRECTION_PER_BLOCK[version - 1] ?? 0,
    words: wordCount(version),
  });
  let index = 0;
  for (const [x, y] of zigzag(size)) {
    const row = dark[y];
    if (!row || isTaken[y]?.[x]) continue;
    const bit = ((words[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
    // Of the eight masks any can be read. Letters of a key are mixed enough for the first one.
    row[x] = (bit === 1) !== ((x + y) % 2 === 0);
    index += 1;
  }
  return dark;
}

function wordCount(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const taken = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55 + (version >= 7 ? 36 : 0);
  return Math.floor(((16 * version + 128) * version + 64 - taken) / 8);
}

const capacity = (version: number): number =>
  wordCount(version) - (CORRECTION_PER_BLOCK[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0);

/** The kind of data, how much there is, the bytes, and filling to the end. */
function dataWords(bytes: Uint8Array, version: number): Uint8Array {
  const lengthBits = version < 10 ? 8 : 16;
  const bits = [
    '0100',
    bytes.length.toString(2).padStart(lengthBits, '0'),
    ...Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')),
    '0000',
  ].join('');
  const words = new Uint8Array(capacity(version));
  const used = Math.ceil(bits.length / 8);
  for (let index = 0; index < words.length; index += 1)
    words[index] =
      index < used
        ? Number.parseInt(bits.slice(index * 8, index * 8 + 8).padEnd(8, '0'), 2)
        : (index - used) % 2 === 0
          ? 0xec
          : 0x11;
  return words;
}

type Set = (x: number, y: number, isDark: boolean) => void;

/** What a camera finds the code by. */
function drawPatterns(version: number, size: number, set: Set): void {
  for (let place = 0; place < size; place += 1) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  const square = (x: number, y: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  const far = size - 4;
  const corners = [
    [3, 3],
    [far, 3],
    [3, far],
  ] as const;
  for (const [x, y] of corners) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const centers = alignmentCenters(version, size);
  const isCorner = (x: number, y: number) =>
    (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6);
  for (const x of centers)
    for (const y of centers) if (!isCorner(x, y)) square(x, y, 2, (ring) => ring !== 1);
  drawFormat(size, set);
  if (version >= 7) drawVersion(version, size, set);
}

function alignmentCenters(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step)];
}

/** Twice: the level M and the first mask, which are all zeros, as the standard hides them. */
function drawFormat(size: number, set: Set): void {
  const bit = (index: number) => ((0x5412 >> index) & 1) === 1;
  for (let index = 0; index < 15; index += 1) {
    const near = index < 6 ? index : index < 8 ? index + 1 : 14 - index;
    if (index < 8) set(8, near, bit(index));
    else set(index === 8 ? 7 : near, 8, bit(index));
    if (index < 8) set(size - 1 - index, 8, bit(index));
    else set(8, size - 15 + index, bit(index));
  }
  set(8, size - 8, true);
}

function drawVersion(version: number, size: number, set: Set): void {
  let rest = version;
  for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let index = 0; index < 18; index += 1) {
    const isDark = ((bits >> index) & 1) === 1;
    const [near, far] = [Math.floor(index / 3), size - 11 + (index % 3)];
    set(far, near, isDark);
    set(near, far, isDark);
  }
}

/** From the right, two columns at a time, upwards and downwards by turns, past the column of the dotted line. */
function* zigzag(size: number): Generator<readonly [x: number, y: number]> {
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
  }
}
