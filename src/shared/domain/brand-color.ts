/** WCAG 2.2 for text: white words stand on the colour. */
const LEAST_CONTRAST = 4.5;

/** A colour as '#0b6b5d', dark enough for white text. */
export function isBrandColor(text: string): boolean {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(text) ?? [];
  if (!red || !green || !blue) return false;
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return 1.05 / (luminance + 0.05) >= LEAST_CONTRAST;
}

function linear(hex: string): number {
  const part = Number.parseInt(hex, 16) / 255;
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
