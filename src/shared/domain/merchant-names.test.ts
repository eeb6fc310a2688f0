import { expect, test } from 'vitest';
import { isNamed } from './merchant-names.ts';

const ALIKE: readonly [string, string][] = [
  ['BEACON HILL LANDSCAPING', 'Beacon Hill Landscaping'],
  ['Beacon Hill Landscaping, Inc.', 'Beacon Hill Landscaping LLC'],
  ['Beacon Hill Landscaping L.L.C.', 'Beacon Hill Landscaping'],
  ['The Marino & Sons Plumbing Corp', 'Marino and Sons Plumbing'],
  ['Joes Pizza', 'Joe’s Pizza'],
  ['CAFE LUNA', 'Café Luna'],
  ['Beacon Hill Landscpaing', 'Beacon Hill Landscaping'],
  ['Becon Hill Landscapng', 'Beacon Hill Landscaping'],
  ['BEACON HILL LANDS', 'Beacon Hill Landscaping'],
  ['Landscaping Beacon Hill', 'Beacon Hill Landscaping'],
  ['Harbor Foods LLC DBA Joe’s Pizza', 'Joe’s Pizza'],
  ['Harbor Foods LLC', 'Harbor Foods LLC d/b/a Joe’s Pizza'],
  ['Company Inc', 'Company, Inc.'],
  ['AB', 'A.B.'],
];

test.each(ALIKE)('POST-18 takes %s for %s', (written, name) => {
  expect(isNamed(written, [name])).toBe(true);
});

const DIFFERENT: readonly [string, string][] = [
  ['Totally Different Bagels LLC', 'Beacon Hill Landscaping LLC'],
  ['Marino & Sons Plumbing', 'Moreno Bros Plumbing'],
  ['Bright Oak Dental 1', 'Bright Oak Dental 2'],
  ['Dock', 'Ship'],
  ['Nova', 'Noma Restaurant Group'],
  ['Inc', 'LLC'],
];

test.each(DIFFERENT)('POST-18 does not take %s for %s', (written, name) => {
  expect(isNamed(written, [name])).toBe(false);
});

test('POST-18 knows a merchant by any of its names', () => {
  expect(isNamed('Joe’s Pizza', ['Harbor Foods LLC', 'Joe’s Pizza'])).toBe(true);
  expect(isNamed('Joe’s Pizza', ['Harbor Foods LLC'])).toBe(false);
});
