import type { Input } from '../../../shared/contract/endpoint.ts';
import type { insightsContract } from '../../../shared/contract/insights.ts';
import { EXPOSURE_KINDS, isLimitPercent } from '../../../shared/domain/exposure.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changesBetween } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Limits, lockLimits, readLimits, writeLimits } from './limits.queries.ts';

type Asked = Input<typeof insightsContract.setLimits>['body']['limits'];

interface Setter {
  tenantId: string;
  syndicateId: bigint;
  userId: bigint;
}

/** Replaces the limits of a syndicate. Setting what is set already records nothing. */
export async function setLimits(tx: Tx, setter: Setter, asked: Asked): Promise<void> {
  const after: Limits = new Map(asked.map(({ kind, limitPercent }) => [kind, limitPercent]));
  if (after.size < asked.length || ![...after.values()].every((limit) => isLimitPercent(limit.toString())))
    throw new Refusal('limit_invalid');
  await lockLimits(tx, setter);
  const before = await readLimits(tx, setter);
  const details = changesBetween(textsOf(before), textsOf(after));
  if (Object.keys(details).length === 0) return;
  await writeLimits(tx, setter, after, setter.userId);
  await recordAudit(tx, {
    actorId: setter.userId,
    action: 'concentration limits changed',
    subject: `syndicate ${setter.syndicateId}`,
    details,
  });
}

const textsOf = (limits: Limits) =>
  Object.fromEntries(EXPOSURE_KINDS.map((kind) => [kind, limits.get(kind)?.toString() ?? null]));
