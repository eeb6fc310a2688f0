import { sql } from 'kysely';
import { expect } from 'vitest';
import { addDays, type CalendarDate, calendarDate, lastOfMonth } from '../../shared/domain/calendar-date.ts';
import { type Cents, sumMoney } from '../../shared/domain/money.ts';
import { principalToDate } from '../../shared/domain/principal.ts';
import type { PrincipalMethod } from '../../shared/domain/statements.ts';
import type { Tx } from '../platform/db/database.ts';
import { dayOf } from '../platform/db/today.ts';
import { listMonths, type Months, wholeYears } from '../statements/periods.ts';
import { readBooks } from '../statements/read-figures.ts';

interface ShareOnDay {
  rtr: Cents;
  cost: Cents;
  netRtr: Cents;
  gross: Cents;
  fee: Cents;
  net: Cents;
  status: string;
}

/** Each share of a syndicate at the end of a day, from its lines and the deal's history alone. */
async function sharesOn(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  day: CalendarDate,
): Promise<ShareOnDay[]> {
  const { rows } = await sql<ShareOnDay>`
    select case when p.agreement_date <= ${day}::date then p.anticipated_return_cents else 0 end as rtr,
      p.investment_cost_cents as cost,
      (p.anticipated_return_cents - case when p.management_fee_upfront = 0
        then round(p.anticipated_return_cents * p.management_fee_percent / 100) else 0 end)::bigint as net_rtr,
      coalesce((select sum(gross_cents) from payout_lines where participation_id = p.id and pay_date <= ${day}::date), 0)::bigint as gross,
      coalesce((select sum(management_fee_cents) from payout_lines where participation_id = p.id and pay_date <= ${day}::date), 0)::bigint as fee,
      coalesce((select sum(net_pay_cents) from payout_lines where participation_id = p.id and pay_date <= ${day}::date), 0)::bigint as net,
      coalesce(
        (select status from deal_status_changes where deal_id = p.deal_id and ${dayOf(sql`changed_at`)} <= ${day}::date
          order by changed_at desc, id desc limit 1),
        (select former_status from deal_status_changes where deal_id = p.deal_id order by changed_at, id limit 1),
        (select status from deals where id = p.deal_id)) as status
    from participations p where p.tenant_id = ${tenantId}::uuid and p.syndicate_id = ${syndicateId}`.execute(
    tx,
  );
  return rows;
}

const sum = (shares: readonly ShareOnDay[], of: (share: ShareOnDay) => Cents) => sumMoney(shares.map(of));
const isCounted = ({ status }: ShareOnDay) => !['Write-off', 'Complete with discount'].includes(status);
const isClosedForLess = ({ status }: ShareOnDay) =>
  ['Write-off', 'Complete with discount', 'Settled', 'Early Pay Discount'].includes(status);

/** The sums of a book at the end of a day, without its rollups. */
async function bookOn(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  day: CalendarDate,
  method: PrincipalMethod,
) {
  const shares = await sharesOn(tx, tenantId, syndicateId, day);
  const principal = (share: ShareOnDay) => principalToDate(method, share, share.net);
  return {
    balance: sum(shares.filter(isCounted), ({ rtr, gross }) => rtr - gross),
    rtr: sum(shares, ({ rtr }) => rtr),
    gross: sum(shares, ({ gross }) => gross),
    fee: sum(shares, ({ fee }) => fee),
    net: sum(shares, ({ net }) => net),
    principal: sum(shares, principal),
    loss: sum(shares.filter(isClosedForLess), (share) => share.cost - principal(share)),
  };
}

/**
 * Compares every month of every syndicate with its two ends counted from the lines, and each whole year with its twelve months. Returns how many
 * months had something written off, so that a test can tell that there were some.
 */
export async function compareStatementsWithLines(
  tx: Tx,
  tenantId: string,
  months: Months,
  method: PrincipalMethod = 'proportional',
): Promise<{ months: number; writtenOff: number; lost: number }> {
  const { rows } = await sql<{ id: bigint }>`
    select distinct syndicate_id as id from participations where tenant_id = ${tenantId}::uuid order by 1`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  const counted = { months: 0, writtenOff: 0, lost: 0 };
  for (const book of await readBooks(tx, tenantId, ids, months)) {
    let before = await bookOn(tx, tenantId, book.syndicateId, addDays(months.first, -1), method);
    for (const month of listMonths(months)) {
      const after = await bookOn(tx, tenantId, book.syndicateId, lastOfMonth(month), method);
      const { balance, fees, principal, income, loss, payDates, byStatus, writtenOff } = book.month(month);
      const collected = after.gross - before.gross;
      const added = after.rtr - before.rtr;
      expect({
        opening: balance.opening,
        added: balance.added,
        collected: balance.collected,
        writtenOff: balance.writtenOff,
        closing: balance.closing,
        management: fees.management,
        principal,
        income,
        loss,
      }).toEqual({
        opening: before.balance,
        added,
        collected,
        writtenOff: before.balance + added - collected - after.balance,
        closing: after.balance,
        management: after.fee - before.fee,
        principal: after.principal - before.principal,
        income: after.net - before.net - (after.principal - before.principal),
        loss: after.loss - before.loss,
      });
      expect(balance.opening + balance.added - balance.collected - balance.writtenOff).toBe(balance.closing);
      expect(sumMoney(payDates.map(({ gross }) => gross))).toBe(collected);
      expect(sumMoney(byStatus.map((group) => group.balance))).toBe(balance.closing);
      expect(sumMoney(writtenOff.map(({ amount }) => amount))).toBe(balance.writtenOff);
      counted.months += 1;
      if (balance.writtenOff !== 0n) counted.writtenOff += 1;
      if (loss !== 0n) counted.lost += 1;
      before = after;
    }
    for (const year of wholeYears(months)) {
      const { balance, total, deals, months: twelve } = book.year(year);
      const start = await bookOn(tx, tenantId, book.syndicateId, addDays(year, -1), method);
      const end = await bookOn(
        tx,
        tenantId,
        book.syndicateId,
        calendarDate(`${year.slice(0, 4)}-12-31`),
        method,
      );
      const ofMonths = twelve.map(({ month }) => book.month(month));
      expect(twelve.length).toBe(12);
      expect(total.collected).toBe(sumMoney(ofMonths.map((month) => month.balance.collected)));
      expect(total.collected).toBe(end.gross - start.gross);
      expect(total.netPay).toBe(end.net - start.net);
      expect(total.principal).toBe(end.principal - start.principal);
      expect(total.loss).toBe(end.loss - start.loss);
      expect(total.income).toBe(sumMoney(ofMonths.map(({ income }) => income)));
      expect(total.syndicationFee).toBe(sumMoney(ofMonths.map(({ fees }) => fees.syndication)));
      expect(balance.writtenOff).toBe(sumMoney(ofMonths.map((month) => month.balance.writtenOff)));
      expect(balance.opening + balance.added - balance.collected - balance.writtenOff).toBe(balance.closing);
      for (const name of [
        'collected',
        'managementFee',
        'syndicationFee',
        'netPay',
        'principal',
        'income',
        'loss',
      ] as const)
        expect(sumMoney(deals.map((deal) => deal[name])), name).toBe(total[name]);
    }
  }
  return counted;
}
