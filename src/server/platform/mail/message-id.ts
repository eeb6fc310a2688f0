import { createHash } from 'node:crypto';

/**
 * The same for every attempt to send the same mail, so that a mailbox drops a second copy. It contains a hash of the mail's key,
 * so that the header reveals nothing about the recipient.
 */
export function messageIdOf(publicOrigin: string, name: string, key: readonly (string | bigint)[]): string {
  const digest = createHash('sha256').update(key.join('/')).digest('hex').slice(0, 32);
  return `<${name}.${digest}@${new URL(publicOrigin).hostname}>`;
}
