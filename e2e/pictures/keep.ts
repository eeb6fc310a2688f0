import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { expect } from '../setup/test.ts';

const folder = path.resolve(import.meta.dirname, '../../docs/pictures');
/** Every new set of pictures stays in the repository's history. */
const MOST_BYTES = 150_000;
/** Wider than any page of documentation shows it, for dense screens. */
const WIDTH = 1600;

export async function keep(name: string, picture: Sharp): Promise<void> {
  const { size } = await picture
    .webp({ quality: 80, effort: 6, smartSubsample: true, preset: 'text' })
    .toFile(path.join(folder, `${name}.webp`));
  expect(size).toBeLessThanOrEqual(MOST_BYTES);
}

export async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await keep(name, sharp(await page.screenshot()).resize({ width: WIDTH }));
}

const PHONE = { width: 585, height: 1266, corner: 54, gap: 72 };

/** Screens of a phone beside each other, with rounded corners on a transparent background. */
export async function keepPhones(name: string, screens: readonly Buffer[]): Promise<void> {
  const { width, height, corner, gap } = PHONE;
  const shape = (attributes: string) =>
    Buffer.from(
      `<svg width="${width}" height="${height}"><rect x="2" y="2" width="${width - 4}" height="${height - 4}" rx="${corner}" ${attributes}/></svg>`,
    );
  const rounded = screens.map((screen) =>
    sharp(screen)
      .resize({ width, height })
      .composite([
        { input: shape('fill="#fff"'), blend: 'dest-in' },
        { input: shape('fill="none" stroke="#8a949e" stroke-width="4"') },
      ])
      .png()
      .toBuffer(),
  );
  const placed = await Promise.all(rounded);
  const all = sharp({
    create: {
      width: width * screens.length + gap * (screens.length - 1),
      height,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  }).composite(placed.map((input, place) => ({ input, left: place * (width + gap), top: 0 })));
  await keep(name, sharp(await all.png().toBuffer()));
}
