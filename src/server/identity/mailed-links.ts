import { belongsToSite, type Site } from '../hosts/site.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { inTransaction } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { type MailedLinkKind, type PresentedLink, presentLink } from './capabilities.ts';

/** A link from a mail, as a visitor presents it. */
export interface MailedLink {
  token: string;
  address: string;
  site: Site;
}

interface LinkDeps {
  db: Database;
  throttle: { linkGuessed(address: string): Promise<void> };
}

/**
 * Works in the transaction of a link that somebody has by mail, in whichever state the link is. An unknown one counts as a guess by
 * the address that tries it.
 */
export async function withMailedLink<T>(
  { db, throttle }: LinkDeps,
  kind: MailedLinkKind,
  { token, address, site }: MailedLink,
  work: (tx: Tx, link: PresentedLink) => Promise<T>,
): Promise<T> {
  const answer = await inTransaction(db, async (tx) => {
    const link = await presentLink(tx, kind, token);
    return link && belongsToSite(site, link.tenantId) ? { value: await work(tx, link) } : null;
  });
  if (answer) return answer.value;
  await throttle.linkGuessed(address);
  throw new Refusal('link_unknown');
}
