import { expect, test } from 'vitest';
import { DEFAULT_PROMISES, progressOf, promisesFrom } from './desk-queues.ts';

test('DESK-21 a funder promises other times than the defaults, and only those are written down', () => {
  expect(promisesFrom('')).toEqual(DEFAULT_PROMISES);
  expect(promisesFrom('invites 48; lines same day; locked none')).toEqual({
    ...DEFAULT_PROMISES,
    invites: 48,
    locked: null,
  });
});

test.each(['invites', 'invites 0', 'visits 3', 'invites 721', 'invites 48;', 'Invites 48'])(
  'DESK-21 %s is no promise',
  (text) => {
    expect(() => promisesFrom(text)).toThrow(RangeError);
  },
);

const at = (time: string) => new Date(`2026-11-16T${time}:00Z`);

test('DESK-21 above three quarters of the promised time its end is close, and after it the promise is broken', () => {
  const urgencyAt = (time: string) => progressOf(at('08:00'), at('12:00'), at(time)).urgency;
  expect(urgencyAt('08:00')).toBe('in time');
  expect(urgencyAt('11:00')).toBe('in time');
  expect(urgencyAt('11:01')).toBe('close');
  expect(urgencyAt('12:00')).toBe('close');
  expect(urgencyAt('12:01')).toBe('over');
});

test('DESK-21 the bar is as long as the time that has passed, and never longer than the whole', () => {
  const partAt = (time: string) => progressOf(at('08:00'), at('12:00'), at(time)).part;
  expect(partAt('07:00')).toBe(0);
  expect(partAt('09:00')).toBe(0.25);
  expect(partAt('18:00')).toBe(1);
});
