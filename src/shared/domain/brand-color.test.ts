import { expect, test } from 'vitest';
import { brandPalette, contrast, isBrandColor } from './brand-color.ts';

test('OPS-02 a brand colour is one on which white text can be read', () => {
  for (const color of ['#0b6b5d', '#7a3e12', '#1f4e8c', '#000000', '#767676'])
    expect({ color, isFit: isBrandColor(color) }).toEqual({ color, isFit: true });
  for (const color of ['#777777', '#ffffff', '#ffd400', '#0B6B5D', '0b6b5d', '#0b6b5', 'teal', ''])
    expect({ color, isFit: isBrandColor(color) }).toEqual({ color, isFit: false });
});

test('OPS-08 whatever brand color a tenant has, every word can be read on it, in light and in dark', () => {
  const CARD = { light: '#ffffff', dark: '#15191d' };
  const PAGE = { light: '#f6f7f8', dark: '#0e1114' };
  const ON_BRAND = { light: '#ffffff', dark: undefined };
  expect(brandPalette('#0b6b5d').light['--brand']).toBe('#0b6b5d');
  for (const color of [
    '#000000',
    '#767676',
    '#0b6b5d',
    '#7a3e12',
    '#1f4e8c',
    '#b00020',
    '#0000ff',
    '#5b00a8',
  ]) {
    const palette = brandPalette(color);
    for (const scheme of ['light', 'dark'] as const) {
      // The dark scheme inherits the tokens that it does not define from the light one.
      const tokens = { ...palette.light, ...palette[scheme] };
      const pairs = {
        'brand on a card': [tokens['--brand'], CARD[scheme]],
        'brand on the page': [tokens['--brand'], PAGE[scheme]],
        'brand under the pointer on a card': [tokens['--brand-hover'], CARD[scheme]],
        'words of a button': [ON_BRAND[scheme] ?? tokens['--on-brand'], tokens['--brand']],
        'brand on its soft ground': [tokens['--brand'], tokens['--brand-soft']],
        'words of the panel': [tokens['--panel-ink'], tokens['--panel']],
        'smaller words of the panel': [tokens['--panel-ink-2'], tokens['--panel']],
      };
      for (const [what, [one = '', other = '']] of Object.entries(pairs))
        expect({
          color,
          scheme,
          what,
          isReadable: contrast(one, other) >= 4.5 || contrast(one, other),
        }).toEqual({ color, scheme, what, isReadable: true });
    }
  }
});
