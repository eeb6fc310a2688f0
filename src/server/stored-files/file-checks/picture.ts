import { UnfitFile } from './verdict.ts';

/** More than any phone's camera takes. */
const MAX_PIXELS = 64_000_000;
/** What the virus scanner takes, and what a drawn picture may weigh that is kept. */
const MAX_BYTES = 25 * 1024 * 1024;
const FORMATS = ['jpeg', 'png', 'gif'] as const;
type Format = (typeof FORMATS)[number];

/**
 * Draws a picture again: only its pixels, turned upright. The place where it was taken, and anything hidden after or between
 * the pixels, is dropped.
 */
export async function redrawPicture(bytes: Buffer): Promise<{ format: Format; bytes: Buffer }> {
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format: found, width, height } = await picture.metadata();
    const format = FORMATS.find((known) => known === found);
    if (!format) throw new UnfitFile('type_not_allowed');
    if (width * height > MAX_PIXELS) throw new UnfitFile('picture_too_large');
    const drawn = await picture.autoOrient().toFormat(format).toBuffer();
    if (drawn.length > MAX_BYTES) throw new UnfitFile('picture_too_large');
    return { format, bytes: drawn };
  } catch (error) {
    if (error instanceof UnfitFile) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw new UnfitFile('picture_too_large');
    throw new UnfitFile('unreadable');
  }
}
