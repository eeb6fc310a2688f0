import { sql } from 'kysely';
import * as z from 'zod';
import { calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney, parseMoney, sumMoney, toDecimalString } from '../../shared/domain/money.ts';
import { plainFileName } from '../../shared/domain/offer-files.ts';
import { type AskedCorrection, correctPayment } from '../ledger/correct-payment.ts';
import { requireSeen, type SeenPayment } from '../ledger/correction-preview.ts';
import { applyNotice, describeNotice } from '../payout-runs/apply-notice.ts';
import { readSentItems, refuseFile } from '../payout-runs/refuse-file.ts';
import { readRunRecord } from '../payout-runs/run-record.ts';
import type { Tx } from '../platform/db/database.ts';
import { type Kind, requireDeskUser, type Subject } from './kind.ts';

const KEPT = z.object({
  seen: z.object({ amount: z.string(), clearedDate: z.string() }),
  instead: z.nullable(z.object({ amount: z.string(), date: z.nullable(z.string()) })),
  reason: z.string(),
  proofFileId: z.nullish(z.string()),
});

interface Wanted extends Omit<AskedCorrection, 'reference'> {
  seen: SeenPayment;
}

/** As it is kept with the request. */
export const toKept = ({ seen, instead, reason, proofFileId }: Wanted): z.input<typeof KEPT> => ({
  seen: { amount: toDecimalString(seen.amount), clearedDate: seen.clearedDate },
  instead: instead && { amount: toDecimalString(instead.amount), date: instead.date },
  reason,
  proofFileId,
});

function fromKept(details: unknown): Wanted {
  const { seen, instead, reason, proofFileId } = KEPT.parse(details);
  return {
    seen: { amount: parseMoney(seen.amount), clearedDate: calendarDate(seen.clearedDate) },
    instead: instead && {
      amount: parseMoney(instead.amount),
      date: instead.date === null ? null : calendarDate(instead.date),
    },
    reason,
    proofFileId: proofFileId ?? null,
  };
}

/** For whoever decides, who opens it among the files of the deal. */
async function proofInWords(tx: Tx, tenantId: string, fileId: string | null | undefined): Promise<string> {
  if (!fileId) return '';
  const file = await tx
    .selectFrom('deskFiles')
    .select('name')
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .executeTakeFirst();
  return file ? ` Proof: ${plainFileName(file.name)}, among the files of the deal.` : '';
}

async function readNames(tx: Tx, { tenantId, subjectId }: Subject) {
  const { rows } = await sql<{ trace: string; dealName: string; mid: string }>`
    select payment.reference as trace, deal.name as "dealName", deal.mid
    from payments payment join deals deal on deal.tenant_id = payment.tenant_id and deal.id = payment.deal_id
    where payment.tenant_id = ${tenantId}::uuid and payment.id = ${subjectId}`.execute(tx);
  return rows[0] ?? { trace: '', dealName: '', mid: '' };
}

function sayCorrection({ seen, instead }: Wanted): string {
  if (instead === null) return `Void ${formatMoney(seen.amount)}`;
  const day = instead.date !== null && instead.date !== seen.clearedDate ? instead.date : null;
  return `Change ${formatMoney(seen.amount)} to ${formatMoney(instead.amount)}${day ? `, cleared ${formatDate(day)}` : ''}`;
}

/** What moves money that was paid out already, or more than one person may move. */
export const MONEY_KINDS = {
  'correct payment': {
    subject: (id) => `payment ${id}`,
    async describe(tx, subject) {
      const wanted = fromKept(subject.details);
      const { trace, dealName, mid } = await readNames(tx, subject);
      return `${sayCorrection(wanted)}: payment ${trace} of ${dealName} (${mid}). What was paid out already becomes a negative part of the next payout.${await proofInWords(tx, subject.tenantId, wanted.proofFileId)}`;
    },
    async perform(tx, { tenantId, subjectId, details, askedByName }, operator) {
      const { seen, instead, reason, proofFileId = null } = fromKept(details);
      // What was approved is what was asked for: a payment that became something else meanwhile is not corrected.
      const { reference } = await requireSeen(tx, tenantId, subjectId, seen);
      await correctPayment(tx, tenantId, { reference, reason, instead, askedByName, proofFileId }, operator);
      return null;
    },
  },
  'payout file refused': {
    subject: (id) => `payout run ${id}`,
    async describe(tx, { tenantId, subjectId: runId }) {
      const { payDate } = await readRunRecord(tx, { tenantId, runId });
      const sent = await readSentItems(tx, { tenantId, runId });
      const total = formatMoney(sumMoney(sent.map(({ amount }) => amount)));
      return `Enter that the bank has not taken the file of the payout run of ${formatDate(payDate)}: all ${sent.length} of its entries, ${total}, are owed again and paid by the next run.`;
    },
    async perform(tx, { tenantId, subjectId: runId }, operator) {
      await refuseFile(tx, { tenantId, runId }, operator);
      return null;
    },
  },
  'apply change notice': {
    subject: (id) => `change notice ${id}`,
    describe: (tx, { tenantId, subjectId: noticeId }) => describeNotice(tx, { tenantId, noticeId }),
    async perform(tx, { tenantId, subjectId: noticeId }, operator) {
      await applyNotice(tx, { tenantId, noticeId }, requireDeskUser(operator));
      return null;
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
