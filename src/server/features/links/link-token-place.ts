import type { Place } from '../../platform/crypto/encryption.ts';

export const tokenPlace = (tenantId: string, mailId: string): Place => [
  'link_mails',
  `${tenantId}/${mailId}`,
  'token_cipher',
];
