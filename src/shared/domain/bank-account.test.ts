import { describe, expect, test } from 'vitest';
import { isAccountNumber, isRoutingNumber, lastFourOf, maskedNumber } from './bank-account.ts';

describe('PROFILE-04 a routing number passes the ABA checksum', () => {
  test.each(['021000021', '011401533', '091000019', '121000358', '322271627'])('%s is one', (text) =>
    expect(isRoutingNumber(text)).toBe(true),
  );

  test.each([
    '',
    '02100002',
    '0210000210',
    '021000022',
    '120000021',
    '000000000',
    '99100000a',
    ' 021000021',
    '021000021\n',
  ])('%j is none', (text) => expect(isRoutingNumber(text)).toBe(false));

  test('one wrong digit is always noticed', () => {
    const number = '021000021';
    for (let place = 0; place < 9; place += 1)
      for (let digit = 0; digit < 10; digit += 1) {
        const other = `${number.slice(0, place)}${digit}${number.slice(place + 1)}`;
        expect(isRoutingNumber(other)).toBe(other === number);
      }
  });
});

test('PROFILE-04 an account number has 5 to 17 digits', () => {
  expect(['12345', '12345678901234567'].every(isAccountNumber)).toBe(true);
  expect(['', '1234', '123456789012345678', '12 345', '12345x', '12345\n'].filter(isAccountNumber)).toEqual(
    [],
  );
});

test('PROFILE-04 a masked number shows the last four digits and not how many there are', () => {
  expect(maskedNumber(lastFourOf('123456789'))).toBe('•••• 6789');
  expect(maskedNumber(lastFourOf('99912345678906789'))).toBe('•••• 6789');
});
