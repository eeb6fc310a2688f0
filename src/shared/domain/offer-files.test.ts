import { expect, test } from 'vitest';
import { formatFileSize } from './offer-files.ts';

test.each([
  [0, '1 kB'],
  [1500, '1 kB'],
  [120 * 1024, '120 kB'],
  [1024 * 1024 - 1, '1.0 MB'],
  [20 * 1024 * 1024, '20.0 MB'],
])('a file of %i bytes is shown as %s', (bytes, shown) => expect(formatFileSize(bytes)).toBe(shown));
