import { parse } from 'node:path';
import { plainFileName } from '../../shared/domain/offer-files.ts';

/** File systems take 255; room is left for whoever adds to it. */
const MOST_BYTES = 200;

/** What a file of somebody else's is called in a folder of ours: never hidden, never another folder's, never too long. */
export function savedName(given: string): string {
  const { name, ext } = parse(plainFileName(given).replace(/^\./, '_'));
  const most = MOST_BYTES - Buffer.byteLength(ext);
  return most > 0 ? `${shortened(name, most)}${ext}` : shortened(`${name}${ext}`, MOST_BYTES);
}

/** Whole characters, as many as fit. */
function shortened(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes) break;
    kept += character;
  }
  return kept;
}
