import { createHash } from 'node:crypto';

/**
 * The same for every try to send the same mail, so that a mailbox that has it drops a second copy. Of the mail's key it holds a
 * hash: a header tells nobody whose mail it is.
 */
export function messageIdOf(publicOrigin: string, name: string, key: readonly (string | bigint)[]): string {
  const digest = createHash('sha256').update(key.join('/')).digest('hex').slice(0, 32);
  return `<${name}.${digest}@${new URL(publicOrigin).hostname}>`;
}
