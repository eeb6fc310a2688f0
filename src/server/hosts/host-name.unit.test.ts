import { expect, test } from 'vitest';
import { hostName } from './host-name.ts';

test('OPS-08 a host name is taken as certificates write it, and nothing else is one', () => {
  for (const [typed, name] of [
    ['portal.harbor.example', 'portal.harbor.example'],
    [' Portal.Harbor.Example ', 'portal.harbor.example'],
    ['münze.example', 'xn--mnze-0ra.example'],
  ])
    expect({ typed, name: hostName(typed ?? '') }).toEqual({ typed, name });
  for (const typed of [
    ...['https://portal.harbor.example', 'portal.harbor.example:8443', 'me@harbor.example'],
    ...[
      '10.0.0.1',
      '[::1]',
      '0x7f.1',
      'localhost',
      '',
      '.',
      'a..example',
      '-a.example',
      'a b.example',
      '*.harbor.example',
    ],
    ...[`${'a'.repeat(64)}.example`, `${'a.'.repeat(127)}example`],
  ])
    expect({ typed, name: hostName(typed) }).toEqual({ typed, name: null });
});
