import { expect, test } from 'vitest';
import { cleanName, isPlainName, isPlainShortName, nameKey } from './investor-names.ts';

test('DESK-42 what a reader takes for one name is one name', () => {
  for (const written of ['northgate  partners', ' Northgate\u00a0Partners ', 'Ｎorthgate Partners'])
    expect(nameKey(written)).toBe('northgate partners');
  expect(cleanName('Northgate \u3000 Partners')).toBe('Northgate Partners');
});

test('DESK-42 hidden characters and letters that look like others are no plain name', () => {
  const hidden = ['N\u200bGP', 'NGP\u00ad', 'N\u034fGP', '\u202eNGP', 'NGP\u3164', 'N\tGP', 'N\u2028GP'];
  for (const name of [...hidden, 'ΝGP', 'Nоrthgate', 'АСЕ Capital'])
    expect([name, isPlainName(cleanName(name))]).toEqual([name, false]);
  for (const name of ["O'Brien & Söhne, 2", 'Équité Nº 1', '北京 Capital', 'Капитал'])
    expect([name, isPlainName(cleanName(name))]).toEqual([name, true]);
  expect(isPlainShortName('АСЕ')).toBe(false);
  expect(isPlainShortName('NGP-2')).toBe(true);
});
