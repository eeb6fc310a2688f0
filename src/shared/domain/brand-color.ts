/** The contrast that WCAG 2.2 requires for text. White text is shown on the brand color. */
const MIN_CONTRAST = 4.5;

/** A color such as '#0b6b5d' that is dark enough for white text. */
export function isBrandColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text) && contrast(text, '#ffffff') >= MIN_CONTRAST;
}

/** The WCAG 2.2 contrast ratio of two colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = '', green = '', blue = ''] = color.slice(1).match(/../g) ?? [];
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(hex: string): number {
  const part = Number.parseInt(hex, 16) / 255;
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

type Scheme = Readonly<Record<`--${string}`, string>>;

/**
 * How much white or black is mixed into the brand color for each token. With these, every pair stays readable for any
 * brand color.
 */
const LIGHT: readonly [name: `--${string}`, ...Mix][] = [
  ['--brand-hover', 0.3, 'black'],
  ['--brand-soft', 0.9, 'white'],
  ['--panel', 0.45, 'black'],
  ['--panel-ink', 0.95, 'white'],
  ['--panel-ink-2', 0.75, 'white'],
  ['--panel-line', 0.55, 'white'],
];
const DARK: readonly [name: `--${string}`, ...Mix][] = [
  ['--brand', 0.6, 'white'],
  ['--brand-hover', 0.7, 'white'],
  ['--brand-soft', 0.65, 'black'],
  ['--on-brand', 0.8, 'black'],
  ['--panel', 0.65, 'black'],
];

type Mix = [share: number, into: 'white' | 'black'];

/** The values of the app's color tokens for a tenant that has its own color, in light and in dark mode. */
export const brandPalette = (color: string): { light: Scheme; dark: Scheme } => {
  const mixed = (mixes: typeof LIGHT): Scheme =>
    Object.fromEntries(mixes.map(([name, share, into]) => [name, mix(color, share, into)]));
  const light = mixed(LIGHT);
  return {
    light: { '--brand': darkenedFor(light['--brand-soft'] ?? '', color), ...light },
    dark: mixed(DARK),
  };
};

/** The color itself, or the least darkened version of it that is readable on the background made from it. */
function darkenedFor(ground: string, color: string): string {
  for (let share = 0; ; share += 0.05) {
    const darker = mix(color, share, 'black');
    if (contrast(darker, ground) >= MIN_CONTRAST) return darker;
  }
}

function mix(color: string, share: number, into: 'white' | 'black'): string {
  const end = into === 'white' ? 255 : 0;
  const parts = color.slice(1).match(/../g) ?? [];
  const mixed = parts.map((hex) => {
    const part = Number.parseInt(hex, 16);
    return Math.round(part + (end - part) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
