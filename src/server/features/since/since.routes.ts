import { sql } from 'kysely';
import type { sinceContract } from '../../../shared/contract/since.ts';
import { addDays, laterOf } from '../../../shared/domain/calendar-date.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import { isNothing, readSince, type SincePeriod } from '../../book/since.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { startOf } from '../../platform/db/today.ts';
import { readVisit, type Visit, type Visitor, writeHidden, writeVisit } from './visits.queries.ts';

/** Whoever stays away for longer is told of these days only. */
const MOST_DAYS = 30;

export const sinceHandlers = (): Handlers<typeof sinceContract> => ({
  async sinceLastVisit({ caller, params, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, params.syndicateId);
    const visitor = { ...params, tenantId: caller.tenantId, userId: caller.userId };
    const visit = await readVisit(tx, visitor);
    return { isVisitRecorded: visit.isRecorded, since: await readShown(tx, visitor, visit) };
  },

  async recordVisit({ caller, params, tx }) {
    await requireSyndicate(tx, caller, params.syndicateId);
    await writeVisit(tx, { ...params, tenantId: caller.tenantId, userId: caller.userId });
    return { isDone: true };
  },

  async hideSince({ caller, params, body, tx }) {
    await requireSyndicate(tx, caller, params.syndicateId);
    await writeHidden(tx, { ...params, tenantId: caller.tenantId, userId: caller.userId }, body.through);
    return { isDone: true };
  },
});

async function readShown(tx: Tx, visitor: Visitor, { last, hidden, today, now }: Visit) {
  if (!last) return null;
  const book = { tenantId: visitor.tenantId, syndicateId: visitor.syndicateId };
  const after = (at: Date, payDate: SincePeriod['payDates']['from']): SincePeriod => ({
    ...book,
    from: sql<Date>`${at}::timestamptz`,
    // What is dated later today is told when its time has come; otherwise it would count as new as soon as the strip is hidden.
    to: sql<Date>`now()`,
    payDates: { from: payDate, to: today },
  });
  const isHiddenSince = hidden !== null && hidden.through >= last.at;
  if (isHiddenSince && isNothing(await readSince(tx, after(hidden.through, addDays(hidden.on, 1)))))
    return null;
  const limit = addDays(today, -MOST_DAYS);
  const isSinceLastVisit = last.on >= limit;
  const period: SincePeriod = isSinceLastVisit
    ? after(last.at, addDays(last.on, 1))
    : { ...after(last.at, limit), from: startOf(sql`${limit}::date`) };
  return {
    lastVisitAt: last.at.toISOString(),
    sinceDate: laterOf(last.on, limit),
    isSinceLastVisit,
    today,
    asOf: now.toISOString(),
    ...(await readSince(tx, period)),
  };
}
