import { expect, test } from 'vitest';
import { safeLink } from './deal-link.ts';

test('FCS-05 a previous deal is followed over https or within the portal, and no other way', () => {
  for (const address of ['https://crm.example/deals/7?tab=file', '/fcs/abcDEF_-1234567890'])
    expect(safeLink(address)).toBe(address);
  for (const address of [
    'javascript:alert(1)',
    ' https://crm.example',
    'http://crm.example/deals/7',
    'data:text/html,x',
    '//evil.example',
    '/fcs/../login',
    '/dashboard',
    'https://crm.example\\@evil.example',
    'https:// evil.example',
    '',
  ])
    expect({ address, followed: safeLink(address) }).toEqual({ address, followed: null });
  expect(safeLink(null)).toBeNull();
});
