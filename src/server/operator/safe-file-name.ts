import { parse } from 'node:path';
import { plainFileName } from '../../shared/domain/offer-files.ts';

/** File systems allow 255 bytes. Some are left for suffixes that others may add. */
const MAX_NAME_BYTES = 200;

/** A safe name for a received file in a local folder: never hidden, never a path to another folder, never too long. */
export function safeFileName(given: string): string {
  const { name, ext } = parse(plainFileName(given).replace(/^\./, '_'));
  const most = MAX_NAME_BYTES - Buffer.byteLength(ext);
  return most > 0 ? `${shortened(name, most)}${ext}` : shortened(`${name}${ext}`, MAX_NAME_BYTES);
}

/** As many whole characters as fit. */
function shortened(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes) break;
    kept += character;
  }
  return kept;
}
