import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { findTakenDomain } from '../identity/single-sign-on.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { DomainRecords } from '../platform/integrations/domain-records.ts';
import { type KeptSignOn, recordSignOnChange } from './single-sign-on.ts';

/** Whether a domain is the tenant's, and the TXT record that proves it. */
export interface DomainProof {
  domain: string;
  recordName: string;
  recordValue: string;
  isProven: boolean;
  /** Until when its addresses count without a proof, where it was in use before proofs were asked for. */
  countsUntil: Date | null;
}

/** The value names the tenant and is no secret: it counts only where the owner of the domain publishes it. */
export const domainProofsOf = (
  tenantId: string,
  { domains, provenDomains, unprovenDomains, unprovenUntil }: KeptSignOn,
): DomainProof[] =>
  domains.map((domain) => {
    const isProven = provenDomains.includes(domain);
    return {
      domain,
      recordName: `_syndicate-portal.${domain}`,
      recordValue: `syndicate-portal=${hash('sha256', `${tenantId} ${domain}`, 'base64url')}`,
      isProven,
      countsUntil: !isProven && unprovenDomains.includes(domain) ? unprovenUntil : null,
    };
  });

export type LookedUp = 'proven' | 'missing' | 'another value' | 'no answer';

/** Asks the DNS, outside of transactions. */
export async function lookUpProof(
  records: DomainRecords,
  { recordName, recordValue }: DomainProof,
): Promise<LookedUp> {
  const texts = await records.textsOf(recordName);
  if (texts === null) return 'no answer';
  if (texts.includes(recordValue)) return 'proven';
  return texts.length === 0 ? 'missing' : 'another value';
}

/** From now on, the provider's word counts for addresses of the domain. Nothing happens if it was taken off the list meanwhile. */
export async function keepProof(tx: Tx, tenantId: string, domain: string, operator: Operator): Promise<void> {
  if ((await findTakenDomain(tx, tenantId, [domain])) !== undefined)
    throw new Refusal('setting_invalid', { message: `Another tenant signs in with addresses of ${domain}.` });
  const { numUpdatedRows } = await tx
    .updateTable('singleSignOn')
    .set({ provenDomains: sql<string[]>`array_append(proven_domains, ${domain})` })
    .where('tenantId', '=', tenantId)
    .where(sql<boolean>`${domain} = any (domains) and not ${domain} = any (proven_domains)`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const details = { domainProven: domain };
  await recordSignOnChange(tx, operator, details);
}

export function proofInWords({ domain, recordName }: DomainProof, found: LookedUp): string {
  switch (found) {
    case 'proven':
      return `${domain} is verified. Staff with addresses there can sign in.`;
    case 'missing':
      return `${recordName} has no TXT record yet. Add the record as shown. It can take an hour to appear.`;
    case 'another value':
      return `The TXT record of ${recordName} has another value. Copy the value as shown.`;
    case 'no answer':
      return `No name server answered about ${domain}. Try again in a few minutes.`;
  }
}
