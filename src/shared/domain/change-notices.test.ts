import { expect, test } from 'vitest';
import { isComplete, readCorrected } from './change-notices.ts';

const NOTHING = { accountNumber: null, routingNumber: null, accountType: null };

test('RUN-21 each code has its parts at the positions of the ACH rules', () => {
  const read = (code: string, data: string) => readCorrected(code, data.padEnd(29));
  expect(read('C01', '1918171614')).toEqual({ ...NOTHING, accountNumber: '1918171614' });
  expect(read('C02', '011401533')).toEqual({ ...NOTHING, routingNumber: '011401533' });
  expect(read('C03', '011401533   1918171614')).toEqual({
    ...NOTHING,
    routingNumber: '011401533',
    accountNumber: '1918171614',
  });
  expect(read('C05', '32')).toEqual({ ...NOTHING, accountType: 'savings' });
  expect(read('C06', `${'1918171614'.padEnd(20)}22`)).toEqual({
    ...NOTHING,
    accountNumber: '1918171614',
    accountType: 'checking',
  });
  expect(read('C07', `011401533${'1918-171614'.padEnd(17)}37`)).toEqual({
    accountNumber: '1918171614',
    routingNumber: '011401533',
    accountType: 'savings',
  });
});

test('RUN-21 what could not be used is not taken, and such a notice is not complete', () => {
  expect(readCorrected('C02', '011401534')).toEqual(NOTHING);
  expect(readCorrected('C01', 'ABC 12')).toEqual(NOTHING);
  expect(readCorrected('C05', '42')).toEqual(NOTHING);
  expect(readCorrected('C04', 'ALLEGHENY LLC')).toEqual(NOTHING);
  expect(isComplete('C01', { ...NOTHING, accountNumber: '12345' })).toBe(true);
  expect(isComplete('C03', { ...NOTHING, accountNumber: '12345' })).toBe(false);
  expect(isComplete('C01', { ...NOTHING, accountNumber: '12345', routingNumber: '011401533' })).toBe(false);
  expect(isComplete('C04', NOTHING)).toBe(false);
});
