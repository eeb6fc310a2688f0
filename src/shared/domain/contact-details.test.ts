import { expect, test } from 'vitest';
import { isPhoneNumber, isZip } from './contact-details.ts';

test('PROFILE-02 a phone number has ten digits at least, written as people do', () => {
  const numbers = ['(216) 555-0134', '216-555-0134', '+1 216.555.0134', '2165550134'];
  expect(numbers.filter((text) => !isPhoneNumber(text))).toEqual([]);
  const others = ['', '555-0134', 'call me', '216-555-0134 ext', '(((((((((((', '216\n5550134567<'];
  expect(others.filter(isPhoneNumber)).toEqual([]);
});

test('PROFILE-02 a zip has five digits, or nine with a dash', () => {
  expect(['44301', '44301-1234'].filter((text) => !isZip(text))).toEqual([]);
  expect(['', '4430', '443011', '44301-12', 'ABCDE', '44301\n'].filter(isZip)).toEqual([]);
});
