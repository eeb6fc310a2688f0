import * as z from 'zod';
import { formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney, parseMoney, toDecimalString } from '../../shared/domain/money.ts';
import { returnCodeWords } from '../../shared/domain/return-codes.ts';
import { enterReturnFile } from '../payout-runs/enter-return-file.ts';
import { judgeReturnFile, oursOf, type SeenOfFile } from '../payout-runs/judge-return-file.ts';
import { readReturnFile } from '../payout-runs/return-files.queries.ts';
import { previewTakeBack, type SeenReturn, takeBackReturn } from '../payout-runs/take-back-return.ts';
import type { DeskUser, Operator } from '../platform/audit/operator.ts';
import { Refusal } from '../platform/errors.ts';
import type { Kind } from './kind.ts';

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

/** Only the desk asks for it, and only there it is approved. */
function atDesk(by: Operator): DeskUser {
  if (by.via !== 'desk') throw new Refusal('permission_needed');
  return by;
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
    async perform(tx, { tenantId, subjectId: fileId, details }, operator) {
      const { returns: returnCount, amount, notices: noticeCount } = KEPT_FILE.parse(details);
      const seen = { returnCount, amount: parseMoney(amount), noticeCount };
      // Its notifications of change were received when somebody asked for this.
      await enterReturnFile(tx, { tenantId, fileId }, { seen, encryption: null }, atDesk(operator));
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
    async perform(tx, { tenantId, subjectId: itemId, details }, operator) {
      const { returnCode, cashAfter, reason } = KEPT_TAKE_BACK.parse(details);
      const seen = { returnCode, cashAfter: cashAfter === null ? null : parseMoney(cashAfter) };
      await takeBackReturn(tx, { tenantId, itemId }, { seen, reason }, atDesk(operator));
      return null;
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
