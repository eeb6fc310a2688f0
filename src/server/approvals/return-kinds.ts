import * as z from 'zod';
import { calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney, parseMoney, toDecimalString } from '../../shared/domain/money.ts';
import { returnCodeWords } from '../../shared/domain/return-codes.ts';
import { enterReturnFile } from '../payout-runs/enter-return-file.ts';
import { judgeReturnFile, oursOf, type SeenOfFile } from '../payout-runs/judge-return-file.ts';
import { readReturnFile } from '../payout-runs/return-files.queries.ts';
import { previewTakeBack, type SeenReturn, takeBackReturn } from '../payout-runs/take-back-return.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { investorFact } from './investor-fact.ts';
import { type Kind, requireDeskUser } from './kind.ts';

const KEPT_FILE = z.object({ returns: z.int(), amount: z.string(), notices: z.int() });

export const keptFile = ({ returnCount, amount, noticeCount }: SeenOfFile): z.input<typeof KEPT_FILE> => ({
  returns: returnCount,
  amount: toDecimalString(amount),
  notices: noticeCount,
});

const KEPT_TAKE_BACK = z.object({
  returnCode: z.string(),
  cashAfter: z.nullable(z.string()),
  reason: z.string(),
});

export const keptTakeBack = (
  { returnCode, cashAfter }: SeenReturn,
  reason: string,
): z.input<typeof KEPT_TAKE_BACK> => ({
  returnCode,
  cashAfter: cashAfter === null ? null : toDecimalString(cashAfter),
  reason,
});

async function readSentTo(tx: Tx, { tenantId, itemId }: { tenantId: string; itemId: bigint }) {
  const row = await tx
    .selectFrom('payoutRunItems as item')
    .innerJoin('payoutRuns as run', (join) =>
      join.onRef('run.tenantId', '=', 'item.tenantId').onRef('run.id', '=', 'item.runId'),
    )
    .select(['run.payDate', 'item.amountCents as amount', 'item.syndicateId'])
    .where('item.tenantId', '=', tenantId)
    .where('item.id', '=', itemId)
    .executeTakeFirstOrThrow();
  return { ...row, payDate: calendarDate(row.payDate) };
}

const COLUMNS = ['Investor', 'Pay date', 'Trace', 'Return code', 'Amount'];

/** What a bank sent back: money that is owed again, or that is not owed after all. */
export const RETURN_KINDS = {
  'enter returns': {
    subject: (id) => `return file ${id}`,
    async describe(tx, { tenantId, subjectId: fileId, details }) {
      const { returns, amount } = KEPT_FILE.parse(details);
      const { source, name, bankName, readByName } = await readReturnFile(tx, { tenantId, fileId });
      const from =
        source === 'typed'
          ? `typed in by ${readByName}, without a bank file`
          : `of the bank file ${name}${bankName && ` of ${bankName}`}`;
      return `Enter ${returns} ${returns === 1 ? 'return' : 'returns'}, ${formatMoney(parseMoney(amount))}, ${from}. The money is owed again, and the investors are told by mail.`;
    },
    async facts(tx, { tenantId, subjectId: fileId, details }) {
      const { returns, amount, notices } = KEPT_FILE.parse(details);
      const { source, name, bankName, readByName } = await readReturnFile(tx, { tenantId, fileId });
      return [
        {
          label: source === 'typed' ? 'Typed in by' : 'Bank file',
          value: source === 'typed' ? readByName : name,
        },
        ...(bankName === '' ? [] : [{ label: 'Bank', value: bankName }]),
        { label: 'Returns', value: String(returns) },
        { label: 'Payable again', value: formatMoney(parseMoney(amount)) },
        ...(notices === 0 ? [] : [{ label: 'Notifications of change', value: String(notices) }]),
      ];
    },
    async tabulate(tx, { tenantId, subjectId: fileId }) {
      const { returns } = oursOf(await judgeReturnFile(tx, { tenantId, fileId }));
      return {
        columns: COLUMNS,
        rows: returns.map(({ sent, traceNumber, code, amount }) => [
          sent.kind === 'withdrawal' ? `${sent.syndicateName}, withdrawal` : sent.syndicateName,
          formatDate(sent.payDate),
          traceNumber,
          returnCodeWords(code),
          formatMoney(amount),
        ]),
      };
    },
    // Someone could write the file, or type the return in, and have a colleague ask for it who takes it for the bank's.
    async sources(tx, { tenantId, subjectId: fileId }) {
      const { readBy } = await readReturnFile(tx, { tenantId, fileId });
      return [readBy];
    },
    async perform(tx, { tenantId, subjectId: fileId, details }, operator) {
      const { returns: returnCount, amount, notices: noticeCount } = KEPT_FILE.parse(details);
      const seen = { returnCount, amount: parseMoney(amount), noticeCount };
      // Its notifications of change were received when somebody asked for this.
      await enterReturnFile(tx, { tenantId, fileId }, { seen, encryption: null }, requireDeskUser(operator));
      return null;
    },
  },
  'take back return': {
    subject: (id) => `payout item ${id}`,
    async describe(tx, { tenantId, subjectId: itemId, details }) {
      const { cashAfter } = KEPT_TAKE_BACK.parse(details);
      const found = await previewTakeBack(tx, { tenantId, itemId }).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (!found) return 'Take a return back. It can no longer be taken back.';
      const { syndicateName, payDate, amount, returnCode, cash } = found;
      const what = `Take back the return ${returnCodeWords(returnCode)} of ${formatMoney(amount)} to ${syndicateName} (pay date ${formatDate(payDate)}): it counts as paid again.`;
      if (cash === null || cashAfter === null) return what;
      const after = parseMoney(cashAfter);
      return `${what} Its cash account goes from ${formatMoney(cash)} to ${formatMoney(after)}${after < 0n ? ', below zero: the money was spent meanwhile' : ''}.`;
    },
    async facts(tx, { tenantId, subjectId: itemId, details }) {
      const { returnCode, cashAfter } = KEPT_TAKE_BACK.parse(details);
      const { payDate, amount, syndicateId } = await readSentTo(tx, { tenantId, itemId });
      return [
        await investorFact(tx, tenantId, syndicateId),
        { label: 'Pay date', value: formatDate(payDate) },
        { label: 'Counts as paid again', value: formatMoney(amount) },
        { label: 'Return code', value: returnCodeWords(returnCode) },
        ...(cashAfter === null
          ? []
          : [{ label: 'Cash account after', value: formatMoney(parseMoney(cashAfter)) }]),
      ];
    },
    async perform(tx, { tenantId, subjectId: itemId, details }, operator) {
      const { returnCode, cashAfter, reason } = KEPT_TAKE_BACK.parse(details);
      const seen = { returnCode, cashAfter: cashAfter === null ? null : parseMoney(cashAfter) };
      await takeBackReturn(tx, { tenantId, itemId }, { seen, reason }, requireDeskUser(operator));
      return null;
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
