import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES } from './examples.ts';
import { QUERIES_FILE, queriesText } from './queries-file.ts';

test('the file of queries is current: npm run generate queries writes it', async () => {
  expect(await queriesText()).toBe(await readFile(QUERIES_FILE, 'utf8'));
});

/** These functions send no query themselves, or none for a reader. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  dealsSheet: 'asks through streamParticipations',
  payDatesOf: 'is asked by readPayDate and readPayDates',
  readOwnBook: 'of the funder, for the board',
  readReturned: 'a part of readSince',
  readSendableOffer: 'an offer',
  recordPayments: 'writes',
  recordReversals: 'writes',
};

const FILES = ['book/*.ts', 'features/{payouts,portfolio}/*.queries.ts', 'ledger/payments.queries.ts'];
const isAsking = (value: unknown): boolean =>
  typeof value === 'function' && /^(async )?(function\*? ?\w*)?\s*\(\s*tx\b/.test(String(value));

test('every function that asks for something of the book has an example', async () => {
  const server = path.resolve(import.meta.dirname, '../../src/server');
  const names: string[] = [];
  for await (const file of glob(FILES, { cwd: server })) {
    if (file.endsWith('.test.ts')) continue;
    const module = (await import(path.join(server, file))) as Record<string, unknown>;
    names.push(...Object.keys(module).filter((name) => isAsking(module[name]) && !(name in ELSEWHERE)));
  }
  expect(names.length).toBeGreaterThan(20);
  const known = new Set(EXAMPLES.map(({ name }) => name.split(':')[0]));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
