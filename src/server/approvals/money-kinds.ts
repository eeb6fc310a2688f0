import { sql } from 'kysely';
import * as z from 'zod';
import { calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney, parseMoney, sumMoney, toDecimalString } from '../../shared/domain/money.ts';
import { type AskedCorrection, correctPayment } from '../ledger/correct-payment.ts';
import { requireSeen, type SeenPayment } from '../ledger/correction-preview.ts';
import type { InvestorEffect } from '../ledger/investor-balances.ts';
import { applyNotice, describeNotice, readNoticeFacts } from '../payout-runs/apply-notice.ts';
import { readNotice } from '../payout-runs/change-notices.queries.ts';
import { readSentItems, refuseFile } from '../payout-runs/refuse-file.ts';
import { readRunRecord } from '../payout-runs/run-record.ts';
import type { Tx } from '../platform/db/database.ts';
import { fromKeptEffects, KEPT_EFFECTS, proofFact, toKeptEffects } from './kept-effects.ts';
import { type Kind, requireDeskUser, type Subject } from './kind.ts';

const KEPT = z.object({
  seen: z.object({ amount: z.string(), clearedDate: z.string() }),
  instead: z.nullable(z.object({ amount: z.string(), date: z.nullable(z.string()) })),
  reason: z.string(),
  proofFileId: z.nullish(z.string()),
  effects: z.optional(KEPT_EFFECTS),
});

interface Wanted extends Omit<AskedCorrection, 'reference'> {
  seen: SeenPayment;
}

/** As it is kept with the request, with what it does to each investor. */
export const toKept = (
  { seen, instead, reason, proofFileId }: Wanted,
  effects: readonly InvestorEffect[],
): z.input<typeof KEPT> => ({
  seen: { amount: toDecimalString(seen.amount), clearedDate: seen.clearedDate },
  instead: instead && { amount: toDecimalString(instead.amount), date: instead.date },
  reason,
  proofFileId,
  effects: toKeptEffects(effects),
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
      return `${sayCorrection(wanted)}: payment ${trace} of ${dealName} (${mid}). What was paid out already becomes a negative part of the next payout.`;
    },
    async facts(tx, subject) {
      const { seen, instead, proofFileId } = fromKept(subject.details);
      const { trace, dealName, mid } = await readNames(tx, subject);
      const after =
        instead && `${formatMoney(instead.amount)}, cleared ${formatDate(instead.date ?? seen.clearedDate)}`;
      return [
        { label: 'Payment', value: trace },
        { label: 'Deal', value: `${dealName} (${mid})` },
        { label: 'Posted', value: `${formatMoney(seen.amount)}, cleared ${formatDate(seen.clearedDate)}` },
        { label: 'After', value: after ?? 'Void' },
        { label: 'Difference', value: formatMoney((instead?.amount ?? 0n) - seen.amount) },
        await proofFact(tx, subject.tenantId, 'Proof', proofFileId),
      ];
    },
    effects: (tx, { tenantId, details }) => fromKeptEffects(tx, tenantId, KEPT.parse(details).effects ?? []),
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
    async facts(tx, { tenantId, subjectId: runId }) {
      const { payDate } = await readRunRecord(tx, { tenantId, runId });
      const sent = await readSentItems(tx, { tenantId, runId });
      return [
        { label: 'Payout run', value: formatDate(payDate) },
        { label: 'Entries owed again', value: String(sent.length) },
        { label: 'Total', value: formatMoney(sumMoney(sent.map(({ amount }) => amount))) },
      ];
    },
    async perform(tx, { tenantId, subjectId: runId }, operator) {
      await refuseFile(tx, { tenantId, runId }, operator);
      return null;
    },
  },
  'apply change notice': {
    subject: (id) => `change notice ${id}`,
    describe: (tx, { tenantId, subjectId: noticeId }) => describeNotice(tx, { tenantId, noticeId }),
    facts: (tx, { tenantId, subjectId: noticeId }) => readNoticeFacts(tx, { tenantId, noticeId }),
    // Someone could type in a number of their own, or write a file with it, and have a colleague ask for it who takes it for the bank's.
    async sources(tx, { tenantId, subjectId: noticeId }) {
      const { receivedBy, readBy } = await readNotice(tx, { tenantId, noticeId });
      return [receivedBy, readBy].filter((person) => person !== null);
    },
    async perform(tx, { tenantId, subjectId: noticeId }, operator) {
      await applyNotice(tx, { tenantId, noticeId }, requireDeskUser(operator));
      return null;
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
