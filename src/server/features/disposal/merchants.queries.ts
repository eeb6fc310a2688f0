import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PastSubject, RetentionMonths } from './disposal-kind.ts';
import { dealUsedAt, isHeld, isRunning, limitOf } from './past-use.ts';

/** What the statement knows of each company `c`. */
const STATES = {
  'never funded': sql<boolean>`not use.is_funded`,
  'all ended': sql<boolean>`use.is_funded and not use.is_running`,
} as const;

interface Asked {
  state: keyof typeof STATES;
  limit: keyof RetentionMonths;
  /** Whether there is something to remove from company `c`. */
  where: RawBuilder<boolean>;
  only?: bigint | undefined;
}

/** The companies in that state whose last use is further back than the limit, with the number of their files. */
export async function findCompanies(
  tx: Tx,
  tenantId: string,
  { state, limit, where, only }: Asked,
): Promise<PastSubject[]> {
  const { rows } = await sql<PastSubject>`
    select c.id, (
      select count(*)::integer from files f where f.tenant_id = c.tenant_id and ${isFileOf(sql`c.id`)}) + (
      select count(*)::integer from deals d join desk_files x on x.tenant_id = d.tenant_id and x.deal_id = d.id
      where d.tenant_id = c.tenant_id and d.company_id = c.id) as file_count
    from companies c
    cross join lateral (
      select coalesce(bool_or(d.funded_date is not null), false) as is_funded,
        coalesce(bool_or(d.funded_date is not null and ${isRunning(sql`d.status`)}), false) as is_running,
        max(${dealUsedAt}) as used_at
      from deals d where d.tenant_id = c.tenant_id and d.company_id = c.id
    ) use
    where c.tenant_id = ${tenantId} and ${only === undefined ? sql`true` : sql`c.id = ${only}`}
      and ${where} and ${STATES[state]}
      and not ${isHeld(tenantId, 'company', sql`c.id`)}
      and not exists (${linksTo(sql`c.id`)})
      and greatest(c.used_at, use.used_at, (
          select max(x.connected_at) from bank_connections x where x.tenant_id = c.tenant_id and x.company_id = c.id)
        ) < ${limitOf(tenantId, limit)}
    order by c.id`.execute(tx);
  return rows;
}

/** A link to an offer or a bank is kept for 90 days after its end, so as long as there is one, the merchant was heard of lately. */
const linksTo = (companyId: RawBuilder<unknown>) => sql`
  select from capability_links link
  where link.tenant_id = c.tenant_id and (
    (link.kind = 'bank link' and link.subject_id = ${companyId})
    or (link.kind = 'offer' and link.subject_id in (
      select o.id from offers o join deals d on d.tenant_id = o.tenant_id and d.id = o.deal_id
      where o.tenant_id = c.tenant_id and d.company_id = ${companyId})))`;

/**
 * Whether file `f` belongs to the company: to one of its deals or as one of its statements. The same statement may have been
 * imported for another company too, which then still needs the file.
 */
export const isFileOf = (companyId: RawBuilder<unknown>) => sql<boolean>`(
  (exists (select from deals d where d.tenant_id = f.tenant_id and d.id = f.deal_id and d.company_id = ${companyId})
    or exists (
      select from statement_months x
      join company_bank_accounts a on a.tenant_id = x.tenant_id and a.id = x.bank_account_id
      where x.tenant_id = f.tenant_id and x.file_id = f.id and a.company_id = ${companyId}))
  and not exists (
    select from statement_months x
    join company_bank_accounts a on a.tenant_id = x.tenant_id and a.id = x.bank_account_id
    where x.tenant_id = f.tenant_id and x.file_id = f.id and a.company_id <> ${companyId}))`;

/** Whether anything that describes the company `c` itself is left. */
export const hasDetails = sql<boolean>`(c.disposed_at is null
  or exists (select from company_owners x where x.tenant_id = c.tenant_id and x.company_id = c.id)
  or exists (select from company_addresses x where x.tenant_id = c.tenant_id and x.company_id = c.id)
  or exists (select from company_bank_accounts x where x.tenant_id = c.tenant_id and x.company_id = c.id)
  or exists (select from existing_advances x where x.tenant_id = c.tenant_id and x.company_id = c.id)
  or exists (
    select from deals d join desk_files x on x.tenant_id = d.tenant_id and x.deal_id = d.id
    where d.tenant_id = c.tenant_id and d.company_id = c.id)
  or exists (select from files f where f.tenant_id = c.tenant_id and ${isFileOf(sql`c.id`)}))`;

export async function lockCompany(tx: Tx, tenantId: string, id: bigint): Promise<void> {
  await sql`select from companies where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
  // A deal that is funded meanwhile waits, or was there first.
  await sql`select from deals where tenant_id = ${tenantId} and company_id = ${id} order by id for update`.execute(
    tx,
  );
}
