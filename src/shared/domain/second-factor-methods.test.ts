import { expect, test } from 'vitest';
import { saysSecondFactor } from './second-factor-methods.ts';

test('DESK-13: two factors were used only where the provider says so', () => {
  for (const methods of [['mfa'], ['pwd', 'otp'], ['hwk', 'pwd'], ['pwd', 'sms', 'mfa']])
    expect({ methods, isSaid: saysSecondFactor(methods) }).toEqual({ methods, isSaid: true });
  for (const methods of [
    undefined,
    null,
    'mfa',
    [],
    ['pwd'],
    ['otp'],
    ['hwk', 'user'],
    ['pwd', 'kba'],
    ['pwd', 'rba'],
    ['MFA'],
  ])
    expect({ methods, isSaid: saysSecondFactor(methods) }).toEqual({ methods, isSaid: false });
});
