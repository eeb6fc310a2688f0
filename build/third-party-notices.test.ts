import path from 'node:path';
import { expect, test } from 'vitest';
import { noticesText, serverNotices } from './third-party-notices.ts';

const root = path.resolve(import.meta.dirname, '..');

test('what the server runs with is listed with its license, what only builds and tests is not', () => {
  const notices = serverNotices(root);
  const fastify = notices.find(({ name }) => name === 'fastify');
  expect(fastify).toMatchObject({
    identifier: 'MIT',
    text: expect.stringContaining('Permission is hereby granted'),
  });
  expect(fastify?.version).toMatch(/^\d+\.\d+\.\d+$/);
  const names = notices.map(({ name }) => name);
  // A dependency of another package is included.
  expect(names).toContain('pg-protocol');
  expect(names).not.toContain('vitest');
});

test('a package is named once, and packages with the same text share it', () => {
  const react = { name: 'react', version: '19.0.0', identifier: 'MIT', text: 'Words of it.\n' };
  const text = noticesText([
    react,
    react,
    { ...react, name: 'react-dom' },
    { name: 'bare', version: '1.0.0', identifier: 'ISC', text: null },
  ]);
  expect(text.match(/react 19\.0\.0 \(MIT\)/g)).toHaveLength(1);
  expect(text).toContain('react 19.0.0 (MIT)\nreact-dom 19.0.0 (MIT)\n\nWords of it.');
  expect(text).toContain('bare 1.0.0 (ISC)\n\nThe package brings no license file; it says: ISC.');
});
