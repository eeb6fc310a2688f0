import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../shared/domain/deal-status.ts';
import { type Cents, sumMoney } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mapBatches, streamRows } from '../../platform/db/stream-rows.ts';
import type { Column, Row, Sheet } from '../../platform/spreadsheet/sheet.ts';
import type { Changes } from './changes.queries.ts';
import type { ReportKey } from './report-day.ts';

const MID: Column = { header: 'MID', kind: 'text', width: 14 };
const MERCHANT: Column = { header: 'Merchant', kind: 'text', width: 36 };
const STATUS: Column = { header: 'Status', kind: 'text', width: 28 };
const money = (header: string): Column => ({ header, kind: 'money', width: 16 });
const date = (header: string): Column => ({ header, kind: 'date', width: 15 });

interface PaidDeal {
  mid: string;
  merchantName: string;
  fundedDate: string;
  status: DealStatus;
  lastClearedDate: string | null;
  gross: Cents;
  managementFee: Cents;
  netPay: Cents;
  transactionCount: number;
}

/** One row for each deal of a pay date, as on the payouts tab, and their total. */
export function payoutSheet(
  tx: Tx,
  name: string,
  { tenantId, syndicateId }: ReportKey,
  payDate: CalendarDate,
): Sheet {
  const query = sql<PaidDeal>`
    select deal.mid, deal.name as merchant_name, deal.funded_date, deal.status, total.last_cleared_date,
      paid.gross_cents as gross, paid.management_fee_cents as management_fee, paid.net_pay_cents as net_pay,
      paid.transaction_count
    from participation_pay_dates paid
    join participations p on p.tenant_id = paid.tenant_id and p.id = paid.participation_id
    join participation_totals total on total.tenant_id = paid.tenant_id and total.participation_id = paid.participation_id
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where paid.tenant_id = ${tenantId}::uuid and paid.syndicate_id = ${syndicateId} and paid.pay_date = ${payDate}::date
    order by paid.participation_id`;
  const sums = { gross: 0n, managementFee: 0n, netPay: 0n, transactionCount: 0 };
  const toRow = (deal: PaidDeal): Row => {
    const { gross, managementFee, netPay, transactionCount } = deal;
    sums.gross += gross;
    sums.managementFee += managementFee;
    sums.netPay += netPay;
    sums.transactionCount += transactionCount;
    const cleared = deal.lastClearedDate === null ? null : calendarDate(deal.lastClearedDate);
    const facts = [deal.mid, deal.merchantName, calendarDate(deal.fundedDate), deal.status, cleared, payDate];
    return { cells: [...facts, gross, managementFee, netPay, transactionCount] };
  };
  return {
    name,
    columns: [
      MID,
      MERCHANT,
      date('Funding Date'),
      STATUS,
      date('Last Cleared Payment Date'),
      date('Pay Date'),
      money('Gross Amount'),
      money('Mgt Fee'),
      money('Net Pay'),
      { header: 'No. of Transactions', kind: 'count', width: 18 },
    ],
    rows: mapBatches(streamRows(tx, query), toRow),
    total: () => [
      ...Array<null>(6).fill(null),
      sums.gross,
      sums.managementFee,
      sums.netPay,
      sums.transactionCount,
    ],
  };
}

export const newDealsSheet = ({ newDeals }: Changes): Sheet => ({
  name: 'New deals',
  columns: [
    date('Agreement Date'),
    MID,
    MERCHANT,
    { header: '% syndicated', kind: 'percent', width: 12 },
    money('Total Investment Cost'),
    money('Anticipated return'),
  ],
  rows: [
    newDeals.map((deal) => ({
      cells: [
        deal.agreementDate,
        deal.mid,
        deal.merchantName,
        deal.sharePercent,
        deal.investmentCost,
        deal.anticipatedReturn,
      ],
    })),
  ],
  total: () => [
    ...Array<null>(4).fill(null),
    sumMoney(newDeals.map(({ investmentCost }) => investmentCost)),
    sumMoney(newDeals.map(({ anticipatedReturn }) => anticipatedReturn)),
  ],
});

export const returnedPaymentsSheet = ({ returnedPayments }: Changes): Sheet => ({
  name: 'Returned payments',
  columns: [
    date('Returned'),
    MID,
    MERCHANT,
    { header: 'Return Code', kind: 'text', width: 12 },
    money("Merchant's payment"),
    money('Net pay taken back'),
  ],
  rows: [
    returnedPayments.map((payment) => ({
      cells: [
        payment.returnedDate,
        payment.mid,
        payment.merchantName,
        payment.returnCode,
        payment.amount,
        payment.takenBack,
      ],
    })),
  ],
});

export const correctedPaymentsSheet = ({ correctedPayments }: Changes): Sheet => ({
  name: 'Corrected payments',
  columns: [
    date('Corrected'),
    MID,
    MERCHANT,
    money('Posted before'),
    money('Corrected to'),
    { header: 'Remark', kind: 'text', width: 18 },
    money('Change of net pay'),
  ],
  rows: [
    correctedPayments.map((payment) => ({
      cells: [
        payment.correctedOn,
        payment.mid,
        payment.merchantName,
        payment.amount,
        payment.correctedAmount,
        payment.correctedAmount === null ? 'Payment voided' : 'Payment corrected',
        payment.netPayChange,
      ],
    })),
  ],
});

export const statusChangesSheet = ({ statusChanges }: Changes): Sheet => ({
  name: 'Changes of status',
  columns: [date('Changed'), MID, MERCHANT, STATUS],
  rows: [
    statusChanges.map(({ changedOn, mid, merchantName, status }) => ({
      cells: [changedOn, mid, merchantName, status],
    })),
  ],
});
