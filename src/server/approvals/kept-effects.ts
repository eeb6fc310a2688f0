import { sql } from 'kysely';
import * as z from 'zod';
import { parseMoney, toDecimalString } from '../../shared/domain/money.ts';
import { plainFileName } from '../../shared/domain/offer-files.ts';
import type { InvestorEffect } from '../ledger/investor-balances.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Effect, Fact } from './kind.ts';

/** What was shown of each investor when it was asked for. The names are read when they are shown. */
export const KEPT_EFFECTS = z.array(
  z.object({ syndicateId: z.string(), before: z.string(), after: z.string() }),
);

type KeptEffects = z.infer<typeof KEPT_EFFECTS>;

export const toKeptEffects = (effects: readonly InvestorEffect[]): KeptEffects =>
  effects.map(({ syndicateId, before, after }) => ({
    syndicateId: syndicateId.toString(),
    before: toDecimalString(before),
    after: toDecimalString(after),
  }));

export async function fromKeptEffects(tx: Tx, tenantId: string, kept: KeptEffects): Promise<Effect[]> {
  const ids = kept.map(({ syndicateId }) => syndicateId);
  const { rows } = await sql<{ id: bigint; name: string }>`
    select id, name from syndicates where tenant_id = ${tenantId}::uuid and id = any(${ids}::bigint[])`.execute(
    tx,
  );
  const names = new Map(rows.map(({ id, name }) => [id.toString(), name]));
  return kept.map(({ syndicateId, before, after }) => ({
    investor: names.get(syndicateId) ?? '',
    before: parseMoney(before),
    after: parseMoney(after),
  }));
}

/** The file that shows why, which whoever decides opens among the files of the deal. */
export async function proofFact(
  tx: Tx,
  tenantId: string,
  label: string,
  fileId: string | null | undefined,
): Promise<Fact> {
  if (!fileId) return { label, value: 'None attached' };
  const file = await tx
    .selectFrom('deskFiles')
    .select('name')
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .executeTakeFirst();
  return {
    label,
    value: file ? `${plainFileName(file.name)}, among the files of the deal` : 'No longer kept',
  };
}
