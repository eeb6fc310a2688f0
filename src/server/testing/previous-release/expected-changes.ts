import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../platform/db/database.ts';

/** The tables whose rows are changed or removed by a migration since the release, each with the reason. */
export const CHANGED_ON_PURPOSE: Readonly<Record<string, string>> = {};

/**
 * For each migration since the release, a check on a migrated database of that release that the values it filled in are right.
 */
export const BACKFILL_CHECKS: Readonly<Record<string, (owner: Database) => Promise<void>>> = {
  '20261117010000_permissions.sql': async (owner) => {
    // The check reads the memberships of every tenant, which row-level security hides even from the tables' owner.
    await owner.transaction().execute(async (tx) => {
      await sql`alter table memberships no force row level security`.execute(tx);
      const { rows } = await sql<{
        canViewFcs: boolean;
        canSwitchSyndicates: boolean;
        permissions: string[];
      }>`
        select can_view_fcs, can_switch_syndicates, permissions from memberships`.execute(tx);
      await sql`alter table memberships force row level security`.execute(tx);
      expect(rows).toEqual([{ canViewFcs: true, canSwitchSyndicates: false, permissions: ['view-fcs'] }]);
    });
  },
  '20261118120000_accepted_memberships.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      for (const table of ['memberships', 'users'])
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      const { rows } = await sql<{ isNamed: boolean; isAccepted: boolean; isExpected: boolean }>`
        select m.name = u.name as is_named, m.accepted_at is not distinct from m.created_at as is_accepted,
          u.password_hash is not null or m.role <> 'syndication' as is_expected
        from memberships m join users u on u.id = m.user_id`.execute(tx);
      for (const table of ['memberships', 'users'])
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
      expect(rows.length).toBeGreaterThan(0);
      for (const { isNamed, isAccepted, isExpected } of rows)
        expect({ isNamed, isAccepted }).toEqual({ isNamed: true, isAccepted: isExpected });
    });
  },
  '20261118150000_former_addresses.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      await sql`alter table former_addresses no force row level security`.execute(tx);
      await sql`alter table syndicates no force row level security`.execute(tx);
      const { rows } = await sql<{ kept: string[] | null; known: string[] | null }>`
        select (select array_agg(address order by address) from former_addresses) as kept,
          (select array_agg(previous_esign_email order by previous_esign_email) from syndicates
            where previous_esign_email is not null) as known`.execute(tx);
      await sql`alter table syndicates force row level security`.execute(tx);
      await sql`alter table former_addresses force row level security`.execute(tx);
      expect(rows[0]?.kept).toEqual(rows[0]?.known);
    });
  },
  '20261118150100_audit_append.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      await sql`alter table audit_heads no force row level security`.execute(tx);
      await sql`alter table audit_events no force row level security`.execute(tx);
      const { rows } = await sql<{ isRight: boolean }>`
        select head.at = event.at as is_right from audit_heads head
        join audit_events event on event.tenant_id = head.tenant_id and event.sequence = head.sequence`.execute(
        tx,
      );
      await sql`alter table audit_events force row level security`.execute(tx);
      await sql`alter table audit_heads force row level security`.execute(tx);
      expect(rows.filter(({ isRight }) => !isRight)).toEqual([]);
    });
  },
  '20261118170000_disposal.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      const tables = ['memberships', 'brokers'] as const;
      for (const table of tables)
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      const { rows } = await sql<{ memberships: bigint; brokers: bigint }>`
        select (select count(*) from memberships where is_terminated <> (closed_at is not null)) as memberships,
          (select count(*) from brokers where used_at is null) as brokers`.execute(tx);
      for (const table of tables)
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
      // The release's broker has no deal, so it is counted from the migration on.
      expect(rows).toEqual([{ memberships: 0n, brokers: 0n }]);
    });
  },
  '20261122010100_deal_terms.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      const tables = ['deals', 'deal_totals', 'deal_terms', 'deal_standings', 'tenant_books'] as const;
      for (const table of tables)
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      const { rows } = await sql<{ deals: bigint; wrong: bigint; standings: bigint; books: bigint }>`
        select count(*) as deals,
          count(*) filter (where (terms.payment_cents, terms.payment_frequency, terms.effective_date, terms.reason)
            is distinct from (deal.payment_cents, deal.payment_frequency, deal.funded_date, 'contract')) as wrong,
          count(standing.deal_id) as standings,
          (select count(*) from (select tenant_id, max(last_cleared_date) as day from deal_totals group by 1) paid
            left join tenant_books using (tenant_id) where paid.day is distinct from complete_through) as books
        from deals deal join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
        left join lateral (select * from deal_terms where tenant_id = deal.tenant_id and deal_id = deal.id order by id limit 1) terms on true
        left join deal_standings standing on standing.tenant_id = deal.tenant_id and standing.deal_id = deal.id
          and standing.expected_cents is null`.execute(tx);
      for (const table of tables)
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
      const [found] = rows;
      expect(found?.deals).toBeGreaterThan(0n);
      expect(found).toMatchObject({ wrong: 0n, standings: found?.deals, books: 0n });
    });
  },
  '20261122050201_watched_totals.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      const tables = ['syndicate_totals', 'watched_participations'] as const;
      for (const table of tables)
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      const { rows } = await sql<{ totals: bigint; watched: bigint; shares: bigint }>`
        select count(*) as totals, sum(watched_count + watched_arrears_cents + watched_net_balance_cents)::bigint as watched,
          (select count(*) from watched_participations) as shares
        from syndicate_totals`.execute(tx);
      for (const table of tables)
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
      // The release knows no watchlist, so nothing is on it until the standings are worked out.
      expect(rows[0]?.totals).toBeGreaterThan(0n);
      expect(rows).toMatchObject([{ watched: 0n, shares: 0n }]);
    });
  },
  '20261123010101_cash_openings.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      const tables = ['syndicates', 'syndicate_totals', 'cash_entries'] as const;
      for (const table of tables)
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      const { rows } = await sql<{ syndicates: bigint; openings: bigint; wrong: bigint }>`
        select count(*) as syndicates, count(opening.id) as openings,
          count(*) filter (where syndicate.uses_cash_balance and (opening.amount_cents, opening.contributed_cents,
              total.cash_cents, total.contributed_cents, total.cash_entered_through)
            is distinct from (syndicate.cash_balance_cents, coalesce(syndicate.net_investment_override_cents,
                total.investment_cost_cents - total.net_pay_cents + syndicate.cash_balance_cents),
              opening.amount_cents, opening.contributed_cents, opening.effective_date)) as wrong
        from syndicates syndicate
        left join syndicate_totals total on total.tenant_id = syndicate.tenant_id and total.syndicate_id = syndicate.id
        left join cash_entries opening on opening.tenant_id = syndicate.tenant_id and opening.syndicate_id = syndicate.id`.execute(
        tx,
      );
      const using = await sql`select from syndicates where uses_cash_balance`.execute(tx);
      for (const table of tables)
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
      expect(rows[0]?.syndicates).toBeGreaterThan(0n);
      expect(rows).toMatchObject([{ openings: BigInt(using.rows.length), wrong: 0n }]);
    });
  },
  '20261124030101_book_changes.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      for (const table of ['book_changes', 'payout_lines', 'participations'])
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      const { rows } = await sql<Record<'shares' | 'allShares' | 'paid' | 'allPaid', bigint>>`
        select sum(share_count) as shares, (select count(*) from participations) as all_shares,
          sum(net_pay_cents)::bigint as paid, (select sum(net_pay_cents)::bigint from payout_lines) as all_paid
        from book_changes`.execute(tx);
      for (const table of ['book_changes', 'payout_lines', 'participations'])
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
      expect(rows[0]?.shares).toBe(rows[0]?.allShares);
      expect(rows[0]?.paid).toBe(rows[0]?.allPaid);
    });
  },
  '20261125010101_staff_sign_in.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      await sql`alter table memberships no force row level security`.execute(tx);
      const { rows } = await sql<{ isWrong: boolean }>`
        select case when caller_kind(role) = 'staff' then accepted_at is not null or not 'view-desk' = any (permissions)
          else 'view-desk' = any (permissions) end as is_wrong
        from memberships`.execute(tx);
      await sql`alter table memberships force row level security`.execute(tx);
      expect(rows.filter(({ isWrong }) => isWrong)).toEqual([]);
    });
  },
  '20261125060101_invite_cases.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      const tables = ['adjustment_requests', 'pre_funding_acceptances', 'invite_cases'] as const;
      for (const table of tables)
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      const { rows } = await sql<{ heard: bigint; written: bigint; missing: bigint }>`
        select (select sum(heard_count) from invite_cases) as heard,
          (select count(*) from adjustment_requests)
            + (select count(*) from pre_funding_acceptances where has_words(message_html)) as written,
          (select count(*) from adjustment_requests request where not exists (
            select from invite_cases known
            where known.tenant_id = request.tenant_id and known.invite_id = request.invite_id
              and known.opened_at <= request.requested_at)) as missing`.execute(tx);
      for (const table of tables)
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
      expect(rows[0]?.written).toBeGreaterThan(0n);
      expect(rows).toMatchObject([{ heard: rows[0]?.written, missing: 0n }]);
    });
  },
  '20261125090101_watched_deals.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      const tables = ['deal_standings', 'watched_deal_changes'] as const;
      for (const table of tables)
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      const { rows } = await sql<{ watched: bigint; counted: bigint }>`
        select (select count(*) from deal_standings where reasons <> '[]') as watched,
          (select coalesce(sum(change), 0) from watched_deal_changes) as counted`.execute(tx);
      for (const table of tables)
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
      expect(rows).toMatchObject([{ counted: rows[0]?.watched }]);
    });
  },
};
