import { sql } from 'kysely';
import { countingDomains } from '../../identity/single-sign-on.ts';
import type { Database } from '../../platform/db/database.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { type Check, type Finding, ok, warning } from './finding.ts';

const SUBJECT = 'domains of single sign-on';

export const domainCheck = (db: Database): Check => ({
  subject: SUBJECT,
  advice: 'Whether they are verified could not be read.',
  look: () => lookAtDomains(db),
});

/** Tells of domains whose DNS has not named their tenant: they do not count, or will not from a date on. */
async function lookAtDomains(db: Database): Promise<Finding[]> {
  const rows = await withClaims(
    db,
    { listsTenants: true },
    (tx) =>
      tx
        .selectFrom('singleSignOn as s')
        .innerJoin('tenants as t', 't.id', 's.tenantId')
        .select(['t.slug', 's.domains', 's.provenDomains', 's.unprovenUntil', countingDomains.as('counting')])
        .where('s.isApproved', '=', true)
        .where(sql<boolean>`not s.domains <@ s.proven_domains`)
        .orderBy('t.slug')
        .execute(),
    { readOnly: true },
  );
  if (rows.length === 0) return [ok(SUBJECT, 'each is verified')];
  return rows.map(({ slug, domains, provenDomains, unprovenUntil, counting }) => {
    const open = domains.filter((domain) => !provenDomains.includes(domain));
    const until = open.some((domain) => counting.includes(domain)) ? unprovenUntil : null;
    const effect = until
      ? `count until ${until.toISOString().slice(0, 10)} without it`
      : 'their staff cannot sign in there';
    return warning(
      SUBJECT,
      `${slug}: ${open.join(', ')} not verified by DNS; ${effect}. Run: portal tenant sso ${slug}, which shows the record to add`,
    );
  });
}
