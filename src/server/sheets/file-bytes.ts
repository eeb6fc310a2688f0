import { createReadStream } from 'node:fs';

const CHUNK = 256 * 1024;

export const readBytes = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: CHUNK });
