import { sql } from 'kysely';
import { EXPOSURE_KINDS, type ExposureKind } from '../../../shared/domain/exposure.ts';
import { type Rate, rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';

export type Limits = ReadonlyMap<ExposureKind, Rate>;

interface Book {
  tenantId: string;
  syndicateId: bigint;
}

export async function readLimits(tx: Tx, { tenantId, syndicateId }: Book): Promise<Limits> {
  const rows = await tx
    .selectFrom('concentrationLimits')
    .select(['kind', 'limitPercent'])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .execute();
  const known = new Map(rows.map(({ kind, limitPercent }) => [kind, rate(limitPercent)]));
  return new Map(
    EXPOSURE_KINDS.flatMap((kind) => {
      const limit = known.get(kind);
      return limit ? [[kind, limit] as const] : [];
    }),
  );
}

/** One person at a time: whoever comes second reads what the first has set. */
export async function lockLimits(tx: Tx, { tenantId, syndicateId }: Book): Promise<void> {
  await sql`
    select from syndicate_totals where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} for update`.execute(
    tx,
  );
}

export async function writeLimits(
  tx: Tx,
  { tenantId, syndicateId }: Book,
  limits: Limits,
  userId: bigint,
): Promise<void> {
  await tx
    .deleteFrom('concentrationLimits')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .execute();
  const kinds = [...limits.keys()];
  const percents = [...limits.values()].map((limit) => limit.toString());
  // From the syndicate's own row, so that nothing is written for one that row-level security hides.
  await sql`
    insert into concentration_limits (tenant_id, syndicate_id, kind, limit_percent, set_by)
    select syndicate.tenant_id, syndicate.id, limits.kind, limits.percent, ${userId}::bigint
    from syndicates syndicate
    cross join unnest(${kinds}::text[], ${percents}::numeric[]) as limits (kind, percent)
    where syndicate.tenant_id = ${tenantId}::uuid and syndicate.id = ${syndicateId}`.execute(tx);
}
