import sharp from 'sharp';
import { UnfitFile } from './verdict.ts';

/** More than any phone's camera takes, and small enough for the worker's memory. */
const MAX_PIXELS = 64_000_000;
const FORMATS = ['jpeg', 'png', 'gif'] as const;
type Format = (typeof FORMATS)[number];

/**
 * Draws a picture again: only its pixels, turned upright. The place where it was taken, and anything hidden after or between
 * the pixels, is dropped.
 */
export async function redrawPicture(bytes: Buffer): Promise<{ format: Format; bytes: Buffer }> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format: found, width, height } = await picture.metadata();
    const format = FORMATS.find((known) => known === found);
    if (!format) throw new UnfitFile('type_not_allowed');
    if (width * height > MAX_PIXELS) throw new UnfitFile('picture_too_large');
    return { format, bytes: await picture.autoOrient().toFormat(format).toBuffer() };
  } catch (error) {
    if (error instanceof UnfitFile) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw new UnfitFile('picture_too_large');
    throw new UnfitFile('unreadable');
  }
}
