import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { validatorCompiler } from './validation.ts';

const anything = z.object({ a: z.unknown().optional(), b: z.unknown().optional() });
const validate = validatorCompiler({ schema: anything } as FastifyRouteSchemaDef<typeof anything>);
const validateBody = validatorCompiler({ schema: z.unknown(), httpPart: 'body' } as never);
const isRefused = (data: unknown) => 'error' in Object(validate(data));

test('OPS-10 text with a zero byte or half of a character is refused wherever it stands, because PostgreSQL stores none', () => {
  for (const bad of [
    { a: '\u0000' },
    { a: 'x\u0000y' },
    { a: { deep: [{ er: 'a\u0000' }] } },
    { a: [['\u0000']] },
    { a: { 'na\u0000me': 1 } },
    { a: 'x\ud83d' },
    { a: [{ b: '\ude80x' }] },
  ])
    expect(isRefused(bad), JSON.stringify(bad)).toBe(true);
  expect(isRefused({ a: 'x', b: ['\u0001\ud83d\ude80', 1, null, true, { c: 'd' }] })).toBe(false);
});

test('ACCESS-09 security rule: in a body, texts of one line have no line breaks or other control characters', () => {
  const isRefusedBody = (body: unknown) => 'error' in Object(validateBody(body));
  for (const breaking of [
    'Ann\nLee',
    'Ann\rLee',
    'Ann\tLee',
    'Ann\u2028Lee',
    'Ann\u0085Lee',
    'Ann\u001bLee',
  ]) {
    expect(isRefusedBody({ name: breaking }), JSON.stringify(breaking)).toBe(true);
    expect(isRefusedBody({ change: { deep: [breaking] } }), JSON.stringify(breaking)).toBe(true);
    expect(isRefusedBody({ reason: breaking, note: breaking, mapping: { name: { column: breaking } } })).toBe(
      false,
    );
  }
  expect(isRefusedBody({ holder_name: ' Ann Lee\n' })).toBe(false);
});
