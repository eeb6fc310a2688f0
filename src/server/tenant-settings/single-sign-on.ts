import { sql } from 'kysely';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import { clientSecretPlace, findTakenDomain } from '../identity/single-sign-on.ts';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { isPlainLoopback } from '../platform/integrations/public-fetch.ts';

/** Where a tenant's staff sign in. The secret is never read back. */
export interface SignOnSettings {
  issuer: string;
  clientId: string;
  domains: string[];
  isRequired: boolean;
}

/** With whether a second person has approved the provider, where one person named it at the desk. */
export interface KeptSignOn extends SignOnSettings {
  isApproved: boolean;
  provenDomains: string[];
  /** Domains that count without a proof until then, because they were in use before proofs were asked for. */
  unprovenDomains: string[];
  unprovenUntil: Date | null;
}

export type SignOnChange = { [K in keyof SignOnSettings]?: SignOnSettings[K] | undefined } & {
  clientSecret?: string | undefined;
};

export async function readSignOnSettings(tx: Tx, tenantId: string): Promise<KeptSignOn | undefined> {
  return tx
    .selectFrom('singleSignOn as s')
    .innerJoin('tenants as t', 't.id', 's.tenantId')
    .select(['s.issuer', 's.clientId', 's.domains', 't.requiresSingleSignOn as isRequired', 's.isApproved'])
    .select(['s.provenDomains', 's.unprovenDomains', 's.unprovenUntil'])
    .where('s.tenantId', '=', tenantId)
    .executeTakeFirst();
}

interface Setting {
  tenantId: string;
  encryption: Encryption;
  /** Whether a provider on this machine may be named, also without TLS: LOCAL_SIGN_ON_PROVIDER. */
  mayBeLocal: boolean;
  operator: Operator;
  /** False where a second person has to approve the provider before it counts. */
  isApproved?: boolean;
}

/** One word. A whole file of settings would be sent to whoever is named as the provider. */
const CLIENT_SECRET = /^[\x21-\x7e]{1,512}$/;
const NO_SECRET = 'The client secret is one line without blanks, of at most 512 characters.';

/** Absent settings stay as they are. The first time, all but whether it is required have to be given. */
export async function setSingleSignOn(
  tx: Tx,
  { tenantId, encryption, mayBeLocal, operator, isApproved = true }: Setting,
  { clientSecret, ...change }: SignOnChange,
): Promise<SignOnSettings> {
  const before = await readSignOnSettings(tx, tenantId);
  const after = merged(before, change);
  if (!before && clientSecret === undefined) throw invalid(ALL_NEEDED);
  if (clientSecret !== undefined && !CLIENT_SECRET.test(clientSecret)) throw invalid(NO_SECRET);
  requireProvider(after, mayBeLocal);
  await requireFreeDomains(tx, tenantId, after.domains);
  if (!isApproved && after.isRequired) throw invalid('A provider is approved before it is required.');
  const { issuer, clientId, domains, isRequired } = after;
  const sealed =
    clientSecret === undefined ? null : encryption.seal(clientSecret, clientSecretPlace(tenantId));
  const isOther =
    before?.issuer !== issuer ||
    before.clientId !== clientId ||
    !before.domains.every((domain) => domains.includes(domain));
  const values = {
    issuer,
    clientId,
    domains,
    // One that is named again later is proven again.
    provenDomains: before?.provenDomains.filter((domain) => domains.includes(domain)) ?? [],
    unprovenDomains: before?.unprovenDomains.filter((domain) => domains.includes(domain)) ?? [],
    isApproved,
    ...(sealed && { secretCipher: sealed.cipher, keyId: sealed.keyId }),
    // The moment itself: a sign-in that was finished since this transaction began is ended as well.
    ...(isOther && { issuerSince: sql<Date>`clock_timestamp()` }),
  };
  if (before) await tx.updateTable('singleSignOn').set(values).where('tenantId', '=', tenantId).execute();
  else if (sealed)
    await tx
      .insertInto('singleSignOn')
      .values({ tenantId, ...values, secretCipher: sealed.cipher, keyId: sealed.keyId })
      .execute();
  await setRequired(tx, tenantId, isRequired);
  const details = {
    ...changesBetween({ ...NOTHING, ...(before && settingsOf(before)) }, { ...after, isApproved }),
    ...(sealed && { newSecret: true }),
  };
  if (Object.keys(details).length > 0) await recordSignOnChange(tx, operator, details);
  return after;
}

/** From then on, staff sign in with their passwords. Sessions that the provider vouched for count no more. */
export async function removeSingleSignOn(tx: Tx, tenantId: string, operator: Operator): Promise<void> {
  const before = await readSignOnSettings(tx, tenantId);
  if (!before) return;
  await tx.deleteFrom('singleSignOn').where('tenantId', '=', tenantId).execute();
  await setRequired(tx, tenantId, false);
  const details = changesBetween<keyof SignOnSettings>(settingsOf(before), WITHOUT);
  await recordSignOnChange(tx, operator, details);
}

/** From the approval on, the provider vouches for the staff. */
export async function approveSingleSignOn(tx: Tx, tenantId: string, operator: Operator): Promise<void> {
  const named = await readSignOnSettings(tx, tenantId);
  await requireFreeDomains(tx, tenantId, named?.domains ?? []);
  const { numUpdatedRows } = await tx
    .updateTable('singleSignOn')
    .set({ isApproved: true, issuerSince: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('isApproved', '=', false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFoundInTenant('sign-on provider that waits');
  const details = changesBetween({ isApproved: false }, { isApproved: true });
  await recordSignOnChange(tx, operator, details);
}

async function requireFreeDomains(tx: Tx, tenantId: string, domains: readonly string[]): Promise<void> {
  const taken = await findTakenDomain(tx, tenantId, domains);
  if (taken !== undefined) throw invalid(`Another tenant signs in with addresses of ${taken}.`);
}

/** Whether staff sign in there only. It changes nothing of the provider. */
export async function requireSingleSignOn(
  tx: Tx,
  tenantId: string,
  isRequired: boolean,
  operator: Operator,
): Promise<void> {
  const before = await readSignOnSettings(tx, tenantId);
  if (!before?.isApproved) throw notFoundInTenant('sign-on provider');
  if (before.isRequired === isRequired) return;
  await setRequired(tx, tenantId, isRequired);
  const details = changesBetween({ isRequired: before.isRequired }, { isRequired });
  await recordSignOnChange(tx, operator, details);
}

/** One event for whatever is set, approved, proven or removed. */
export const recordSignOnChange = (
  tx: Tx,
  operator: Operator,
  details: NonNullable<AuditEvent['details']>,
): Promise<void> =>
  recordAudit(tx, {
    actorId: null,
    operator,
    action: 'settings changed',
    subject: 'single sign-on',
    details,
  });

const WITHOUT = { issuer: null, clientId: null, domains: [], isRequired: false };
/** What somebody sets, without what the DNS says about it. */
const settingsOf = ({ issuer, clientId, domains, isRequired, isApproved }: KeptSignOn) => ({
  issuer,
  clientId,
  domains,
  isRequired,
  isApproved,
});
const NOTHING = { ...WITHOUT, isApproved: true };

const setRequired = (tx: Tx, tenantId: string, requiresSingleSignOn: boolean) =>
  tx.updateTable('tenants').set({ requiresSingleSignOn }).where('id', '=', tenantId).execute();

const ALL_NEEDED =
  'To set single sign-on up, give its issuer, the client id and secret of the portal there, and the domains of your addresses.';

function merged(
  before: SignOnSettings | undefined,
  change: Omit<SignOnChange, 'clientSecret'>,
): SignOnSettings {
  const issuer = change.issuer ?? before?.issuer;
  const clientId = change.clientId ?? before?.clientId;
  const domains = change.domains ?? before?.domains;
  if (issuer === undefined || clientId === undefined || domains === undefined) throw invalid(ALL_NEEDED);
  const isRequired = change.isRequired ?? before?.isRequired ?? false;
  return {
    issuer,
    clientId,
    domains: [...new Set(domains.map((domain) => domain.toLowerCase()))],
    isRequired,
  };
}

const DOMAIN = /^(?=.{4,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

function requireProvider({ issuer, domains }: SignOnSettings, mayBeLocal: boolean): void {
  const url = URL.parse(issuer);
  const isSafe = url?.protocol === 'https:' || (mayBeLocal && isPlainLoopback(issuer));
  if (!url || !isSafe || url.username !== '' || url.search !== '' || url.hash !== '')
    throw invalid('The issuer is an address that begins with https://, as the provider writes it.');
  if (domains.length === 0 || !domains.every((domain) => DOMAIN.test(domain)))
    throw invalid('Domains are written as harbor.example, with commas between them.');
}

const invalid = (message: string) => new Refusal('setting_invalid', { message });
