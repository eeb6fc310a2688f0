import { Writable } from 'node:stream';
import pg from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createLogger } from './logger.ts';

/** What a log line says of an error, as it is written. */
function logged(error: unknown): { line: string; err: Record<string, unknown> } {
  let line = '';
  const log = new Writable({
    write(chunk, _encoding, done) {
      line += chunk;
      done();
    },
  });
  createLogger('info', log).error({ err: error }, 'request failed');
  return { line, err: JSON.parse(line).err };
}

const CANARY = 'canary@investor.example';

function databaseError(fields: Partial<pg.DatabaseError>): pg.DatabaseError {
  const error = new pg.DatabaseError(
    `duplicate key value violates unique constraint "users_email"`,
    0,
    'error',
  );
  return Object.assign(error, fields);
}

test('OPS-05 security rule: of a database error the log has the place and no value', () => {
  const error = databaseError({
    severity: 'ERROR',
    code: '23505',
    detail: `Key (email)=(${CANARY}) already exists.`,
    where: `SQL statement "insert into users values ('${CANARY}')"`,
    internalQuery: `select '${CANARY}'`,
    hint: CANARY,
    schema: 'public',
    table: 'users',
    column: 'email',
    constraint: 'users_email',
    routine: '_bt_check_unique',
  });
  error.message = `invalid input syntax for type uuid: "${CANARY}"`;
  const { line, err } = logged(error);
  expect(line).not.toContain('canary');
  expect(err).toMatchObject({
    type: 'DatabaseError',
    code: '23505',
    schema: 'public',
    table: 'users',
    column: 'email',
    constraint: 'users_email',
    routine: '_bt_check_unique',
    stack: expect.stringContaining('    at '),
  });
  expect(err).not.toHaveProperty('message');
});

test('OPS-05 an error of our own is logged with its message, its place and its cause', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9000'), { code: 'ECONNREFUSED' });
  const { err } = logged(new Error('Participation 7 is not of deal 12.', { cause }));
  expect(err).toMatchObject({
    type: 'Error',
    message: 'Participation 7 is not of deal 12.',
    stack: expect.stringContaining('    at '),
    cause: { message: 'connect ECONNREFUSED 127.0.0.1:9000', code: 'ECONNREFUSED' },
  });
});

test('OPS-05 each of several errors behind one is logged', () => {
  const one = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  expect(logged(new AggregateError([one])).err).toMatchObject({ errors: [{ code: 'ECONNREFUSED' }] });
});

test('OPS-05 a cause within a cause ends somewhere', () => {
  const circle: Error & { cause?: unknown } = new Error('round');
  circle.cause = circle;
  expect(logged(circle).line.match(/round/g)).toHaveLength(4);
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

const payload = z.strictObject({ email: z.number(), kinds: z.record(z.string(), z.number()) });

test.each([
  ['a payload', () => payload.parse({ email: CANARY, [CANARY]: 1, kinds: { [CANARY]: 'x' } })],
  ['a text that is no JSON', () => JSON.parse(`canary ${CANARY}`)],
  ['a text that is no number', () => BigInt('canary')],
])('OPS-05 security rule: what was wrong with %s is not quoted', (_what, run) => {
  expect(logged(thrownBy(run)).line).not.toContain('canary');
});

test('OPS-05 what was wrong with a payload is named by field and kind', () => {
  const error = thrownBy(() => payload.parse({ email: CANARY, kinds: { [CANARY]: 'x' } }));
  expect(logged(error).err['issues']).toEqual([
    { code: 'invalid_type', path: ['email'] },
    { code: 'invalid_type', path: ['kinds', '…'] },
  ]);
});

test('OPS-05 security rule: what a mail server answered is not quoted, its code is', () => {
  const message = `Can't send mail - all recipients were rejected: 550 5.1.1 <${CANARY}> Canary is not here`;
  const refused = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: message };
  const { line, err } = logged(Object.assign(new Error(message), refused));
  expect(line).not.toMatch(/canary/i);
  expect(err).toMatchObject({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 });
});

test.each([
  ['Not a calendar date: "Canary \\"Last\\" name", not even near', 'Not a calendar date: "…", not even near'],
  [`No mail to ${CANARY}: later`, 'No mail to <address>: later'],
  ['Account 000123456789 is closed', 'Account <number> is closed'],
  ['Phone +1 212-555-0147 rang', 'Phone <number> rang'],
  [`Token ${'aB3_-'.repeat(9)} is spent`, 'Token <token> is spent'],
  ['GET http://api.internal/link?id=abc&q=d failed', 'GET http://api.internal/link?<query> failed'],
  // What an operator looks for stays.
  [
    'Tenant 6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101 of 2026-11-15 has none',
    'Tenant 6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101 of 2026-11-15 has none',
  ],
  [
    'No file is stored as deal-files/6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101/41',
    'No file is stored as deal-files/6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101/41',
  ],
])('OPS-05 security rule: %s', (message, expected) => {
  expect(logged(new Error(message)).err['message']).toBe(expected);
});

test('OPS-05 whatever else is thrown is not written', () => {
  expect(logged(CANARY).err).toEqual({ type: 'string' });
});
