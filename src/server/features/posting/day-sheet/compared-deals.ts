import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../../shared/domain/calendar-date.ts';
import { termsOn } from '../../../../shared/domain/deal-terms.ts';
import type { ComparedDeal } from '../../../../shared/domain/line-concerns.ts';
import { readTerms } from '../../../ledger/listed-terms.ts';
import type { Tx } from '../../../platform/db/database.ts';

export interface KnownDeal {
  id: bigint;
  /** What a line of this day is compared with. */
  on: (date: CalendarDate) => ComparedDeal;
}

/** The deals that lines name, by MID. */
export async function readComparedDeals(
  tx: Tx,
  tenantId: string,
  mids: Iterable<string>,
): Promise<ReadonlyMap<string, KnownDeal>> {
  const deals = await tx
    .selectFrom('deals as deal')
    .innerJoin('companies as company', (join) =>
      join.onRef('company.tenantId', '=', 'deal.tenantId').onRef('company.id', '=', 'deal.companyId'),
    )
    .select(['deal.id', 'deal.mid', 'deal.name', 'deal.fundedDate', 'deal.paymentCents'])
    .select(['company.name as companyName', 'company.dba'])
    .where('deal.tenantId', '=', tenantId)
    .where('deal.mid', '=', sql<string>`any(${[...new Set(mids)]}::text[])`)
    .execute();
  const terms = await readTerms(
    tx,
    tenantId,
    deals.map(({ id }) => id),
  );
  return new Map(
    deals.map(({ id, mid, name, fundedDate, paymentCents, companyName, dba }) => {
      // While a deal is paused it has no debit: what its merchant paid before is what a payment is compared with.
      const debits = (terms.get(id) ?? []).filter(({ payment }) => payment > 0n);
      const on = (date: CalendarDate): ComparedDeal => ({
        ...{ mid, name, merchantNames: dba === null ? [companyName] : [companyName, dba] },
        fundedDate: fundedDate === null ? null : calendarDate(fundedDate),
        debit: termsOn(debits, date)?.payment ?? paymentCents,
      });
      return [mid, { id, on }];
    }),
  );
}
