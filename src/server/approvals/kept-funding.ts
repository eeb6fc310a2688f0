import * as z from 'zod';
import { parseMoney, toDecimalString } from '../../shared/domain/money.ts';
import type { InvestorEffect } from '../ledger/investor-balances.ts';
import type { Funding } from '../ledger/read-funding.ts';
import { KEPT_EFFECTS, toKeptEffects } from './kept-effects.ts';

const KEPT = z.object({
  fingerprint: z.string(),
  amount: z.string().transform(parseMoney),
  net: z.string().transform(parseMoney),
  proofFileId: z.nullable(z.string()),
  effects: KEPT_EFFECTS,
});

/** What is kept of a funding that waits for a second person. */
export const toKeptFunding = (
  { fingerprint, amount, netToMerchant, effects }: Funding & { effects: readonly InvestorEffect[] },
  proofFileId: string | null,
): z.input<typeof KEPT> => ({
  fingerprint,
  amount: toDecimalString(amount),
  net: toDecimalString(netToMerchant),
  proofFileId,
  effects: toKeptEffects(effects),
});

export const fromKeptFunding = (details: unknown) => KEPT.parse(details);
