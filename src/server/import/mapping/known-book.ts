import { type Selectable, sql } from 'kysely';
import { wordKey } from '../../../shared/domain/cell-values.ts';
import { nameKey } from '../../../shared/domain/investor-names.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import { writtenPayDays } from '../columns.ts';
import { ownNameOf } from '../external-ids.ts';

interface KnownDeal {
  id: bigint;
  externalId: string | null;
  mid: string;
  name: string;
  platform: string;
  status: string;
  companyId: bigint;
}

interface KnownCompany {
  id: bigint;
  externalId: string | null;
  name: string;
  industry: string;
  startedMonth: string;
}

export interface KnownSyndicate {
  id: bigint;
  externalId: string | null;
  name: string;
  abbreviation: string;
  esignEmail: string;
  /** What every row of an investor needs, as files have it. */
  needed: Readonly<Record<string, string>>;
  isClosed: boolean;
}

type KnownShare = Pick<
  Selectable<DB['participations']>,
  'id' | 'dealId' | 'syndicateId' | 'agreementDate' | 'sharePercent' | 'managementFeePercent'
> & { externalId: string | null; commissionPercent: string };

export interface KnownPayment {
  reference: string;
  dealId: bigint;
  amountCents: bigint;
  clearedDate: string | null;
  returnedDate: string | null;
}

const externalIdOf = (kind: string, row: string) =>
  sql`(select known.external_id from external_ids known
    where known.tenant_id = ${sql.ref(`${row}.tenant_id`)} and known.kind = ${kind} and known.id = ${sql.ref(`${row}.id`)}
    order by known.external_id limit 1)`;

/** The deals that these texts name, by external id or MID. */
export async function readDeals(
  tx: Tx,
  tenantId: string,
  names: readonly string[],
): Promise<Map<string, KnownDeal>> {
  const { rows } = await sql<KnownDeal & { calledBy: string }>`
    select found.called_by as "calledBy", deal.id, ${externalIdOf('deals', 'deal')} as "externalId", deal.mid, deal.name, deal.platform,
      deal.status, deal.company_id as "companyId"
    from (
      select known.external_id as called_by, known.id, 0 as rank from external_ids known
      where known.tenant_id = ${tenantId}::uuid and known.kind = 'deals' and known.external_id = any(${names}::text[])
      union all
      select deal.mid, deal.id, 1 from deals deal where deal.tenant_id = ${tenantId}::uuid and deal.mid = any(${names}::text[])
    ) found
    join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = found.id
    order by found.rank desc`.execute(tx);
  // What a file calls by its external id counts before another deal's MID.
  return new Map(rows.map(({ calledBy, ...deal }) => [calledBy, deal]));
}

/** The companies of deals, and those with one of these names. */
export async function readCompanies(
  tx: Tx,
  tenantId: string,
  { ids, names }: { ids: readonly bigint[]; names: readonly string[] },
): Promise<KnownCompany[]> {
  const { rows } = await sql<KnownCompany>`
    select company.id, ${externalIdOf('companies', 'company')} as "externalId", company.name, company.industry,
      company.started_month::text as "startedMonth"
    from companies company
    where company.tenant_id = ${tenantId}::uuid
      and (company.id = any(${ids}::bigint[]) or company.name = any(${names}::text[]))
    order by company.id`.execute(tx);
  return rows;
}

/** The investors that are open, by number, name, short name and external id. */
export async function readSyndicates(tx: Tx, tenantId: string) {
  const { rows: stored } = await sql<KnownSyndicate & { payDays: string }>`
    select syndicate.id, ${externalIdOf('syndicates', 'syndicate')} as "externalId", syndicate.name, syndicate.abbreviation,
      syndicate.esign_email as "esignEmail", array_to_string(syndicate.pay_days, ' ') as "payDays",
      json_build_object('name', syndicate.name, 'abbreviation', syndicate.abbreviation, 'esign_email', syndicate.esign_email,
        'default_share_percent', syndicate.default_share_percent::text,
        'management_fee_percent', syndicate.management_fee_percent::text,
        'syndication_fee_percent', syndicate.syndication_fee_percent::text) as needed,
      syndicate.closed_at is not null as "isClosed"
    from syndicates syndicate where syndicate.tenant_id = ${tenantId}::uuid order by syndicate.name, syndicate.id`.execute(
    tx,
  );
  const rows = stored.map(({ payDays, ...row }) => ({
    ...row,
    needed: { ...row.needed, pay_days: writtenPayDays(payDays) },
  }));
  const byName = new Map<string, KnownSyndicate | null>();
  const namesOfOpen = new Set<string>();
  for (const syndicate of rows)
    for (const called of [syndicate.abbreviation, syndicate.name, syndicate.externalId].map(keyOrNull)) {
      if (called === null) continue;
      if (!syndicate.isClosed) namesOfOpen.add(called);
      const other = byName.get(called);
      byName.set(called, other === undefined || other === syndicate ? syndicate : null);
    }
  // A number is its own, whatever somebody else is called.
  for (const syndicate of rows) byName.set(`#${syndicate.id}`, syndicate);
  return {
    open: rows.filter(({ isClosed }) => !isClosed),
    abbreviationKeys: new Set(rows.map((row) => nameKey(row.abbreviation))),
    /** Null is what more than one of them is called: which of them a file means, only a person knows. */
    byName,
    /** What an open one is called, whoever else is called so. */
    namesOfOpen,
    /** By the external id of our own files, which those without one get too. */
    byExternalId: new Map(rows.map((row) => [row.externalId ?? ownNameOf(row.id), row])),
  };
}

const keyOrNull = (called: string | null): string | null => (called === null ? null : wordKey(called));

export type KnownSyndicates = Awaited<ReturnType<typeof readSyndicates>>;

export interface KnownBroker {
  id: bigint;
  externalId: string | null;
  name: string;
  companyName: string;
  email: string;
}

/** By the key of what a broker is called: those of the book, and the external ids of those that the files add. */
export type BrokersOfRun = Map<string, Set<KnownBroker | string>>;

/** The brokers of the book whose personal data is still there. */
export async function readBrokers(tx: Tx, tenantId: string): Promise<KnownBroker[]> {
  const { rows } = await sql<KnownBroker>`
    select broker.id, ${externalIdOf('brokers', 'broker')} as "externalId", broker.name, broker.company_name, broker.email
    from brokers broker where broker.tenant_id = ${tenantId}::uuid and broker.disposed_at is null order by broker.id`.execute(
    tx,
  );
  return rows;
}

/** The shares of deals, by deal and investor. */
export async function readShares(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<string, KnownShare>> {
  const { rows } = await sql<KnownShare>`
    select share.id, share.deal_id as "dealId", share.syndicate_id as "syndicateId", share.agreement_date as "agreementDate",
      share.share_percent::text as "sharePercent", share.management_fee_percent::text as "managementFeePercent",
      ${externalIdOf('participations', 'share')} as "externalId",
      case when share.participation_amount_cents = 0 then '0'
        else trim_scale(round(share.commission_amount_cents * 100.0 / share.participation_amount_cents, 4))::text
      end as "commissionPercent"
    from participations share
    where share.tenant_id = ${tenantId}::uuid and share.deal_id = any(${dealIds}::bigint[])`.execute(tx);
  return new Map(rows.map((share) => [shareKey(share), share]));
}

export const shareKey = ({ dealId, syndicateId }: { dealId: bigint; syndicateId: bigint }) =>
  `${dealId} ${syndicateId}`;

/** The payments of deals since a day, and the earlier ones with one of these amounts, the oldest first. */
export async function readPayments(
  tx: Tx,
  tenantId: string,
  { dealIds, since, amounts }: { dealIds: readonly bigint[]; since: string; amounts: readonly bigint[] },
): Promise<KnownPayment[]> {
  const { rows } = await sql<KnownPayment>`
    select reference, deal_id as "dealId", amount_cents as "amountCents", cleared_date as "clearedDate",
      returned_date as "returnedDate"
    from payments
    where tenant_id = ${tenantId}::uuid and deal_id = any(${dealIds}::bigint[]) and not is_void
      -- A list that a query selects is hashed. A parameter would be gone through for each payment of the book in a plan that is kept.
      and (coalesce(cleared_date, returned_date) >= ${since}::date
        or amount_cents in (select unnest(${amounts}::bigint[])))
    order by coalesce(cleared_date, returned_date), id`.execute(tx);
  return rows;
}
