import type { Book, Ids } from '../book.ts';
import { type Deal, paymentRow } from '../deals/deal.ts';
import { participationRow } from '../deals/participations.ts';
import { payoutLineRows } from '../deals/posting.ts';
import type { MerchantPayment } from '../merchants/account-history.ts';

/** Participations, payments in the order in which the bank reported them, and the payout lines of each deal. */
export function ledgerBook(
  tenantId: string,
  ids: Ids,
  deals: readonly Deal[],
): Required<Pick<Book, 'participations' | 'payments' | 'payoutLines'>> {
  const payments = deals
    .flatMap((deal) => deal.account.payments.map((payment) => ({ dealId: deal.id, payment })))
    .sort((a, b) => reportedOn(a.payment).localeCompare(reportedOn(b.payment)));
  const paymentIds = new Map(payments.map(({ payment }) => [payment, ids.next('payments')]));
  const idOf = (payment: MerchantPayment): bigint => {
    const id = paymentIds.get(payment);
    if (id === undefined) throw new Error('Every payment has an id.');
    return id;
  };
  const settling = new Set(
    deals.flatMap(({ account }) =>
      account.events.filter(({ isFinal }) => isFinal).map(({ payment }) => payment),
    ),
  );
  return {
    participations: deals.flatMap(({ id, account, participations }) =>
      participations.map((participation) =>
        participationRow({ tenantId, dealId: id, agreementDate: account.contract.fundedDate }, participation),
      ),
    ),
    payments: payments.map(({ dealId, payment }) =>
      paymentRow({ tenantId, dealId, id: idOf(payment) }, payment, settling.has(payment)),
    ),
    payoutLines: payoutLinesOf(tenantId, deals, idOf),
  };
}

/** The lines are generated while they are read, because a book can have millions. */
function* payoutLinesOf(
  tenantId: string,
  deals: readonly Deal[],
  idOf: (payment: MerchantPayment) => bigint,
) {
  for (const { account, participations } of deals) {
    yield* payoutLineRows({ tenantId, participations, events: account.events, idOf });
  }
}

function reportedOn({ clearedDate, returnedDate }: MerchantPayment): string {
  return clearedDate ?? returnedDate ?? '';
}
