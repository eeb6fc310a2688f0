import { expect, test } from 'vitest';
import { similarNames } from './similar-names.ts';

const BOOK = [
  'Allegheny Syndicate',
  'Bluewater Capital Group',
  'Broadway Capital',
  'First Light Funding Partners',
  'Gramercy Park Partners',
  'Grand Concourse Investors',
  'Harbor Street LLC',
  'Lakeview Family Trust',
  'Maple Ridge Capital',
  'Northgate Partners',
  'Ocean Parkway Holdings, L.L.C.',
  'Red Hook LLC',
  'Twin Lakes Syndicate',
  'Twin Peaks III LP',
];

const likely = similarNames(BOOK.map((name) => ({ name })));
const found = (name: string) => likely(name).map((one) => one.name);

test.each([
  ['Blue Water Cap', 'Bluewater Capital Group'],
  ['Twin Lakes LP', 'Twin Lakes Syndicate'],
  ['First Light', 'First Light Funding Partners'],
  ['MAPLE  RIDGE', 'Maple Ridge Capital'],
  ['Maple Rigde Capital', 'Maple Ridge Capital'],
  ['Northgat Partners', 'Northgate Partners'],
  ['Ocean Pkwy Fund', 'Ocean Parkway Holdings, L.L.C.'],
  ['Lakeview Family Tr', 'Lakeview Family Trust'],
  ['Grand Conc Investors', 'Grand Concourse Investors'],
  ['Gramercy Synd', 'Gramercy Park Partners'],
  ['Harbor St.', 'Harbor Street LLC'],
  ['Allegheny', 'Allegheny Syndicate'],
  ['Twin Peaks Fund III', 'Twin Peaks III LP'],
])('IMPORT-28 %s is like %s', (name, expected) => {
  expect(found(name)).toEqual([expected]);
});

test.each([
  // Only the line of business is the same.
  'Hudson Capital Group',
  'Capital Partners LLC',
  // One word of two is.
  'Red Rock Capital',
  'Maple Grove Capital',
  'Twin Rivers LP',
  'Blue Heron Cap',
  // One word at the beginning is too little.
  'First Capital',
  'North Capital',
  'Bay Capital',
  'Chai Capital',
])('IMPORT-28 %s is like nobody of the book', (name) => {
  expect(found(name)).toEqual([]);
});

test('IMPORT-28 the next fund of the same house is another investor', () => {
  for (const name of ['Twin Peaks II LP', 'Twin Lakes Fund II', 'Red Hook 2 LLC'])
    expect(found(name)).toEqual([]);
});

test('IMPORT-28 of several that are alike the most alike comes first, and at most three are named', () => {
  const names = ['Cedar Creek Park LP', 'Cedar Creek Fund', 'Cedar Crek Fund', 'Cedar Creek Lane LP', 'Elm'];
  expect(similarNames(names.map((name) => ({ name })))('Cedar Creek LLC').map(({ name }) => name)).toEqual([
    'Cedar Creek Fund',
    'Cedar Crek Fund',
    'Cedar Creek Park LP',
  ]);
});
