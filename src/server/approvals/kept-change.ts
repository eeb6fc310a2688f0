import * as z from 'zod';
import { DEAL_STATUSES, type DealStatus } from '../../shared/domain/deal-status.ts';
import { parseMoney, toDecimalString } from '../../shared/domain/money.ts';
import type { DealChanges } from '../ledger/change-deals.ts';
import { KEPT_EFFECTS, toKeptEffects } from './kept-effects.ts';

const KEPT = z.object({
  status: z.enum(DEAL_STATUSES),
  reason: z.string(),
  proofFileId: z.nullable(z.string()),
  /** Each deal as it was when it was asked for. */
  deals: z.array(
    z.object({
      dealId: z.string().transform(BigInt),
      formerStatus: z.string(),
      balance: z.string().transform(parseMoney),
      payment: z.nullable(z.string().transform(parseMoney)),
    }),
  ),
  moved: z.string().transform(parseMoney),
  effects: KEPT_EFFECTS,
});

export type KeptChange = z.output<typeof KEPT>;

export const toKeptChange = (
  wanted: { status: DealStatus; reason: string; proofFileId: string | null },
  { outcomes, moved, effects }: DealChanges,
): z.input<typeof KEPT> => ({
  ...wanted,
  deals: outcomes.map(({ dealId, formerStatus, formerBalance, formerPayment }) => ({
    dealId: dealId.toString(),
    formerStatus,
    balance: toDecimalString(formerBalance),
    payment: formerPayment === null ? null : toDecimalString(formerPayment),
  })),
  moved: toDecimalString(moved),
  effects: toKeptEffects(effects),
});

export const fromKeptChange = (details: unknown): KeptChange => KEPT.parse(details);
