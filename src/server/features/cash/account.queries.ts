import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import type { Reservation } from '../../ledger/cash/reservations.ts';
import { shownAccount } from '../../payout-accounts/current-account.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { readBankHold } from './bank-hold.ts';
import { payToInWords } from './pay-to.ts';
import { readSettledWithdrawals } from './settled-withdrawals.queries.ts';
import { requireUsedAccount } from './used-account.ts';

interface Account {
  tenantId: string;
  syndicateId: bigint;
}

/** An account as its page shows it. */
export async function readShownAccount(tx: Tx, account: Account) {
  await requireUsedAccount(tx, account);
  const { reservations, ...amounts } = await readCashAccount(tx, account.tenantId, account.syndicateId);
  const heldUntil = await readBankHold(tx, account);
  const { tiedOutAt, openedOn } = await readDates(tx, account);
  return {
    ...amounts,
    reservations: reservations.map(toShown),
    settledWithdrawals: await readSettledWithdrawals(tx, account),
    asOf: await readToday(tx),
    openedOn: calendarDate(openedOn),
    payTo: payToInWords(await shownAccount(tx, account)),
    heldUntil: heldUntil?.toISOString() ?? null,
    tiedOutAt: tiedOutAt?.toISOString() ?? null,
  };
}

function toShown(reserved: Reservation) {
  const { kind, amount } = reserved;
  return kind === 'withdrawal'
    ? {
        kind,
        amount,
        since: reserved.askedAt.toISOString(),
        mid: null,
        merchantName: null,
        withdrawalId: reserved.requestId,
        payTo: payToInWords(reserved),
      }
    : {
        kind,
        amount,
        since: reserved.acceptedAt.toISOString(),
        mid: reserved.mid,
        merchantName: reserved.merchantName,
        withdrawalId: null,
        payTo: null,
      };
}

/** When the ledger last added up, and the day on which the account was opened. */
const readDates = (tx: Tx, { tenantId, syndicateId }: Account) =>
  tx
    .selectFrom('cashEntries as opening')
    .select((eb) => [
      'opening.effectiveDate as openedOn',
      eb
        .selectFrom('reconciliations as compared')
        .select('compared.comparedAt')
        .whereRef('compared.tenantId', '=', 'opening.tenantId')
        .where('compared.tiesOut', '=', true)
        .orderBy('compared.comparedAt', 'desc')
        .limit(1)
        .as('tiedOutAt'),
    ])
    .where('opening.tenantId', '=', tenantId)
    .where('opening.syndicateId', '=', syndicateId)
    .where('opening.kind', '=', 'opening')
    .executeTakeFirstOrThrow();
