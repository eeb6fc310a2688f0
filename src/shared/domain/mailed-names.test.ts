import { expect, test } from 'vitest';
import { isMailableCompanyName, isMailablePersonName } from './mailed-names.ts';

const PEOPLE = [
  'T. J. O’Neil, Jr.',
  'J.R. Smith',
  'Ann Lee, Ph.D.',
  'María José Núñez-Àlvarez',
  'Ng',
  'Nguyễn Thị Minh Khai',
  'Jean-Luc d’Arc',
  '李小龍',
  'Ruth Alvarez (CPA)',
  'Li Wei c/o Oak LLC',
];
const COMPANIES = [
  'Smith & Co.',
  'A/B Capital',
  'Jones d/b/a Oak Dental',
  'C/O Maple Trust',
  'Trust U/A/D 1/1/2010',
  'amazon.com LLC',
  'Booking.com Capital',
  'S.à r.l. Lux',
  'No. 1 Fund: Series A',
  '50/50 Partners, L.P.',
];
const ADDRESSES = [
  'URGENT: verify at https://evil.example/login now',
  'evil.example/login',
  'HTTP://EVIL',
  'www.evil',
  'Go to www.evil.example',
  'ann@evil.example',
  '10.0.0.1/x',
  'evil.example:8080',
  'evil.example?a=b',
  'evil。example/x',
  'evil．example／x',
  'Ann\nhttp',
  'Ann\r\nBcc: x',
  'Ann\u2028Lee',
  'Ann\u202eeel',
  'Ann\u0000',
];

test.each([...PEOPLE, ...COMPANIES])('TELL-15 %s is the name of a company', (name) => {
  expect(isMailableCompanyName(name)).toBe(true);
});
test.each(PEOPLE)('TELL-15 %s is the name of a person', (name) => {
  expect(isMailablePersonName(name)).toBe(true);
});
test.each(ADDRESSES)('TELL-15 %j is nobody’s name', (name) => {
  expect([isMailableCompanyName(name), isMailablePersonName(name)]).toEqual([false, false]);
});
test.each(['evil.example', 'Log in at evil.Example', 'bit.ly', 'St.John'])(
  'TELL-15 %s is not the name of a person, who can write a space after the period',
  (name) => {
    expect(isMailablePersonName(name)).toBe(false);
    expect(isMailablePersonName(name.replaceAll('.', '. '))).toBe(true);
  },
);

test('TELL-15 a text of any length is judged at once', () => {
  for (const part of ['a', 'a.', 'a.b-', '.', '/'])
    expect(isMailablePersonName(part.repeat(100_000))).toBe(false);
});
