import { expect, test } from 'vitest';
import { isMailAddress } from './mail-address.ts';

test.each(['a@b.example', "o'neil+x@mail.example.co", 'A_B-1@x-y.example'])(
  'PROFILE-02 %j can be written to',
  (text) => expect(isMailAddress(text)).toBe(true),
);

test.each([
  '',
  'nobody',
  'a@b',
  '.a@b.example',
  'a..b@c.example',
  'a.@b.example',
  'a@-b.example',
  'a b@c.example',
  'Name <a@b.example>',
  'a@b.example, c@d.example',
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example\n',
  'a@b.example\r',
  `${'a'.repeat(250)}@b.example`,
])('PROFILE-02 security rule: %j is no address', (text) => expect(isMailAddress(text)).toBe(false));
