import { expect, test } from 'vitest';
import { isBrandColor } from './brand-color.ts';

test('OPS-02 a brand colour is one on which white text can be read', () => {
  for (const color of ['#0b6b5d', '#7a3e12', '#1f4e8c', '#000000', '#767676'])
    expect({ color, isFit: isBrandColor(color) }).toEqual({ color, isFit: true });
  for (const color of ['#777777', '#ffffff', '#ffd400', '#0B6B5D', '0b6b5d', '#0b6b5', 'teal', ''])
    expect({ color, isFit: isBrandColor(color) }).toEqual({ color, isFit: false });
});
