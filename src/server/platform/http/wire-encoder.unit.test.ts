import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iso, tuple } from 'zod/mini';
import * as z from 'zod/v4/core';
import { contract } from '../../../shared/contract/all.ts';
import { id, wireObject } from '../../../shared/contract/codecs.ts';
import { money } from '../../../shared/contract/value-codecs.ts';
import { wireValue } from '../../attacks/arbitraries.ts';
import { encoderOf } from './wire-encoder.ts';

const responses = Object.values(contract).flatMap((endpoints) =>
  Object.entries(endpoints).map(([name, { response }]) => ({ name, response: response as z.$ZodType })),
);

test.each(responses)('the answer of $name is written as zod writes it', ({ response }) => {
  const encode = encoderOf(response);
  const answers = [undefined, ...fc.sample(wireValue(response), 40)].flatMap((wire) =>
    decoded(response, wire),
  );
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers)
    expect(JSON.stringify(encode(answer))).toBe(JSON.stringify(z.encode(response, answer)));
});

/** Nothing where the description of the wire says less than the schema. */
function decoded(response: z.$ZodType, wire: unknown): unknown[] {
  try {
    return [z.decode(response, wire as never)];
  } catch {
    return [];
  }
}

test('what the contract does not name, or wants otherwise, does not leave', () => {
  const encode = encoderOf(wireObject({ netPay: ['sum_net_pay', money] }));
  expect(encode({ netPay: 1250n, buyRate: '1.2' })).toEqual({ sum_net_pay: '12.50' });
  expect(() => encode({})).toThrow();
  expect(() => encode({ netPay: '12.50' })).toThrow();
  expect(() => encode(null)).toThrow();
});

test('an id, a moment and a list of fixed length leave only as the contract wants them', () => {
  const number = encoderOf(id);
  expect(number(7n)).toBe(7);
  expect(() => number(-7n)).toThrow();
  const moment = encoderOf(iso.datetime());
  expect(moment('2026-11-16T17:00:00.000Z')).toBe('2026-11-16T17:00:00.000Z');
  expect(() => moment('2026-11-16')).toThrow();
  const pair = encoderOf(tuple([id, money]));
  expect(pair([7n, 1250n])).toEqual([7, '12.50']);
  expect(() => pair([7n])).toThrow();
  expect(() => pair([7n, '12.50'])).toThrow();
});
