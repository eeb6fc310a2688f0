import { expect, test } from 'vitest';
import { readDocumentName } from './document-names.ts';

const NGP = { abbreviation: 'NGP' };
const NGP_2 = { abbreviation: 'NGP-2' };
const BLUE = { abbreviation: 'Blue' };
const ROCK = { abbreviation: 'Rock' };
const ROCK_IN_CAPITALS = { abbreviation: 'ROCK' };
const ALL = [NGP, NGP_2, BLUE, ROCK, ROCK_IN_CAPITALS];

test.each([
  ['NGP-1099-2026.pdf', NGP, 'Form 1099, 2026', 'tax form', 2026],
  ['ngp_k1_2025.PDF', NGP, 'Schedule K-1, 2025', 'tax form', 2025],
  ['NGP-2-K-1.pdf', NGP_2, 'Schedule K-1', 'tax form', null],
  ['Blue Letter to investors.docx', BLUE, 'Letter to investors', 'letter', null],
  ['Blue-Participation agreement 2026.pdf', BLUE, 'Participation agreement 2026', 'agreement', 2026],
  ['Blueberry-1099-2026.pdf', null, 'Form 1099, 2026', 'tax form', 2026],
  ['ROCK-1099-2026.pdf', ROCK_IN_CAPITALS, 'Form 1099, 2026', 'tax form', 2026],
  ['Rock-1099-2026.pdf', ROCK, 'Form 1099, 2026', 'tax form', 2026],
  ['rock-1099-2026.pdf', null, 'Form 1099, 2026', 'tax form', 2026],
  ['NGP.pdf', NGP, 'NGP', 'other', null],
  ['scan 10991.pdf', null, 'scan 10991', 'other', null],
] as const)('DOC-07 %s is read as it is meant', (name, syndicate, title, category, taxYear) => {
  expect(readDocumentName(name, ALL)).toEqual({ syndicate, title, category, taxYear });
});
