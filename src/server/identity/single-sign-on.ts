import { hash } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';
import { authContract } from '../../shared/contract/auth.ts';
import type { Site } from '../hosts/site.ts';
import type { Encryption, Place } from '../platform/crypto/encryption.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { claim, withClaims } from '../platform/db/transactions.ts';
import type { OpenIdSettings } from '../platform/integrations/openid.ts';

/** Domains that DNS has proven; until their date, also those that were in use before proofs were asked for. */
export const countingDomains = sql<
  string[]
>`(proven_domains || case when unproven_until > now() then unproven_domains else '{}' end)`;

/**
 * Where a tenant's provider leads the browser back to. Each tenant has an address of its own, which its provider alone has registered: otherwise
 * one provider could have another one's answer sent to it.
 */
export const redirectUriOf = (origin: string, slug: string): string =>
  `${origin}${authContract.finishSignOn.path.replace(':tenant', slug)}`;

/** Where a tenant's client secret is stored. */
export const clientSecretPlace = (tenantId: string): Place => ['single_sign_on', tenantId, 'secret_cipher'];

/**
 * What the portal is registered with at the tenant's provider, and whose addresses count; undefined when there is none, or none that
 * is approved yet. Nothing is called at an address that one person alone has named.
 */
export async function readSignOn(
  tx: Tx,
  encryption: Encryption,
  tenantId: string,
): Promise<(OpenIdSettings & { slug: string; domains: string[]; unproven: string[] }) | undefined> {
  const row = await tx
    .selectFrom('singleSignOn as s')
    .innerJoin('tenants as t', 't.id', 's.tenantId')
    .select(['t.slug', 's.issuer', 's.clientId', 's.secretCipher as cipher', 's.keyId', 's.domains as named'])
    .select(countingDomains.as('domains'))
    .where('s.tenantId', '=', tenantId)
    .where('s.isApproved', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  const { slug, issuer, clientId, named, domains, ...sealed } = row;
  const unproven = named.filter((domain) => !domains.includes(domain));
  return {
    slug,
    issuer,
    clientId,
    domains,
    unproven,
    clientSecret: encryption.open(sealed, clientSecretPlace(tenantId)),
  };
}

/**
 * Whether the provider that was asked then still vouches. Another issuer, another client, a domain less and none at all end what was begun
 * before. Locked, because whoever changes it at this moment either is waited for or finds what came of it. Expects the tenant's claim.
 */
export async function vouchesSince(
  tx: Tx,
  tenantId: string,
  { since, domain }: { since: Date; domain?: string },
): Promise<boolean> {
  const provider = await tx
    .selectFrom('singleSignOn')
    .select('tenantId')
    .where('tenantId', '=', tenantId)
    .where('isApproved', '=', true)
    .where('issuerSince', '<=', since)
    .$if(domain !== undefined, (query) => query.where(hasDomain(domain ?? '')))
    .forShare()
    .executeTakeFirst();
  return provider !== undefined;
}

/** The domain of a mail address, in small letters. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** The tenant that is signed in to with addresses of a domain, or under a short name; null when there is none at this site. */
export async function findSignOnTenant(
  db: Database,
  { domain, slug }: { domain: string | undefined; slug: string | undefined },
  { tenantId: ofSite }: Pick<Site, 'tenantId'>,
): Promise<string | null> {
  const found = await withClaims(
    db,
    { listsTenants: true },
    (tx) =>
      signOns(tx, ofSite)
        .select('s.tenantId')
        .$if(domain !== undefined, (query) => query.where(hasDomain(domain ?? '')))
        .$if(slug !== undefined, (query) => query.where('t.slug', '=', slug ?? ''))
        .orderBy('t.slug')
        .limit(2)
        .execute(),
    { readOnly: true },
  );
  // Without a word about which, it must be the only one there.
  const isNamed = domain !== undefined || slug !== undefined;
  return (isNamed || found.length === 1 ? found[0]?.tenantId : null) ?? null;
}

/**
 * The first of these domains that another tenant has: the same address can be led to one place only. A provider that nobody has approved
 * takes none, and a domain that is not proven is nobody's. Whoever asks at the same moment comes after.
 */
export async function findTakenDomain(
  tx: Tx,
  tenantId: string,
  domains: readonly string[],
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('domains of single sign-on', 0))`.execute(tx);
  await claim(tx, { listsTenants: true });
  const others = await tx
    .selectFrom('singleSignOn')
    .select(countingDomains.as('domains'))
    .where('tenantId', '<>', tenantId)
    .where('isApproved', '=', true)
    .execute();
  return domains.find((domain) => others.some((other) => other.domains.includes(domain)));
}

/**
 * The domains whose addresses are led to a provider, as the sign-in page compares them: hashed, because the list of a platform's
 * funders is nobody's business. Whether an address has an account does not matter. Expects the claim that lists tenants.
 */
export async function hashedSignOnDomains(tx: Tx, { tenantId }: Pick<Site, 'tenantId'>): Promise<string[]> {
  const rows = await signOns(tx, tenantId).select(countingDomains.as('domains')).execute();
  return rows.flatMap(({ domains }) => domains.map(hashDomain)).toSorted();
}

/** The first half of the hash in hex, which the browser computes in the same way. */
const hashDomain = (domain: string): string => hash('sha256', domain, 'hex').slice(0, 32);

const signOns = (tx: Tx, onlyTenantId: string | null) =>
  tx
    .selectFrom('singleSignOn as s')
    .innerJoin('tenants as t', 't.id', 's.tenantId')
    .where('s.isApproved', '=', true)
    .$if(onlyTenantId !== null, (query) => query.where('s.tenantId', '=', onlyTenantId));

const hasDomain = (domain: string): Expression<SqlBool> =>
  sql<boolean>`${domain.toLowerCase()} = any ${countingDomains}`;
