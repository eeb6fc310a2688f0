import { sql } from 'kysely';
import type { deskDifferencesContract } from '../../../shared/contract/desk-differences.ts';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import {
  centsIn,
  figureInWords,
  placeInWords,
  tellingFigure,
  valueInWords,
} from '../../../shared/domain/difference-words.ts';
import { type Cents, sumMoney } from '../../../shared/domain/money.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { type OpenDifference, readOpenDifferences } from '../../ledger/open-differences.ts';
import { findDiffering } from '../../payout-runs/check-run.ts';
import { readDraftOf } from '../../payout-runs/close-run.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isRecheckQueued, queueRecheck } from './reconciliation.jobs.ts';

/** Of more differences, or of more investors of one, the first ones are listed. */
const MOST_LISTED = 200;
const MOST_NAMED = 3;

export const differencesHandlers = (): Handlers<typeof deskDifferencesContract> => ({
  async differences({ caller: { tenantId }, tx }) {
    const open = await readOpenDifferences(tx, tenantId);
    const listed = open.slice(0, MOST_LISTED);
    const names = await readNames(tx, tenantId, listed);
    const gaps = open.flatMap((difference) => shownOf(difference).gap ?? []);
    const last = await tx
      .selectFrom('reconciliations')
      .select(['comparedAt', 'lineCount'])
      .where('tenantId', '=', tenantId)
      .orderBy('comparedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    const agreed = await tx
      .selectFrom('reconciliations')
      .select('comparedAt')
      .where('tenantId', '=', tenantId)
      .where('tiesOut', '=', true)
      .orderBy('comparedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    const lastChecked = [last?.comparedAt, ...open.map(({ checkedAt }) => checkedAt)].flatMap(
      (moment) => moment?.getTime() ?? [],
    );
    return {
      comparedAt: lastChecked.length > 0 ? new Date(Math.max(...lastChecked)).toISOString() : null,
      lineCount: Number(last?.lineCount ?? 0n),
      agreedAt: agreed?.comparedAt.toISOString() ?? null,
      isChecking: await isRecheckQueued(tx, tenantId),
      differenceCount: open.length,
      investorCount: new Set(open.flatMap(({ syndicateIds }) => syndicateIds)).size,
      sum: sumMoney(gaps.map((gap) => (gap < 0n ? -gap : gap))),
      net: sumMoney(gaps),
      oldest: oldestOf(open)?.toISOString() ?? null,
      differences: listed.map((difference) => ({
        ...shownOf(difference),
        id: difference.id,
        place: placeInWords(difference.where),
        investors: difference.syndicateIds
          .slice(0, MOST_NAMED)
          .map((syndicateId) => ({ syndicateId, name: names.investors.get(syndicateId) ?? '' })),
        investorCount: difference.syndicateIds.length,
        dealId: difference.dealId,
        dealName: difference.dealId === null ? null : (names.deals.get(difference.dealId) ?? null),
        payDate: difference.payDate === null ? null : calendarDate(difference.payDate),
        foundAt: difference.foundAt.toISOString(),
      })),
      stoppedRun: open.length > 0 ? await readStoppedRun(tx, tenantId) : null,
    };
  },

  async checkAgain({ caller, tx }) {
    const { tenantId, userId } = caller;
    await queueRecheck(tx, tenantId);
    await recordAudit(tx, {
      actorId: userId,
      operator: await deskOperator(tx, caller),
      action: 'differences checked again',
      subject: 'book',
    });
    return { isChecking: true };
  },
});

interface Shown {
  figure: string;
  expected: string | null;
  found: string | null;
  gap: Cents | null;
}

function shownOf({ expected, actual }: OpenDifference): Shown {
  const name = tellingFigure(expected, actual);
  const [due, found] = [expected?.[name], actual?.[name]];
  const cents = [expected === null ? 0n : centsIn(name, due), actual === null ? 0n : centsIn(name, found)];
  const [dueCents = null, foundCents = null] = cents;
  return {
    figure: figureInWords(name),
    expected: expected === null ? null : valueInWords(name, due),
    found: actual === null ? null : valueInWords(name, found),
    gap: dueCents === null || foundCents === null ? null : foundCents - dueCents,
  };
}

const oldestOf = (open: readonly OpenDifference[]): Date | undefined =>
  open.map(({ foundAt }) => foundAt).sort((one, other) => one.getTime() - other.getTime())[0];

async function readNames(tx: Tx, tenantId: string, open: readonly OpenDifference[]) {
  const syndicateIds = open.flatMap(({ syndicateIds: ids }) => ids.slice(0, MOST_NAMED));
  const dealIds = open.flatMap(({ dealId }) => dealId ?? []);
  const { rows: investors } = await sql<{ id: bigint; name: string }>`
    select id, name from syndicates where tenant_id = ${tenantId}::uuid and id = any(${syndicateIds}::bigint[])`.execute(
    tx,
  );
  const { rows: deals } = await sql<{ id: bigint; name: string }>`
    select id, mid || ' ' || name as name from deals where tenant_id = ${tenantId}::uuid and id = any(${dealIds}::bigint[])`.execute(
    tx,
  );
  return {
    investors: new Map(investors.map(({ id, name }) => [id, name])),
    deals: new Map(deals.map(({ id, name }) => [id, name])),
  };
}

/** The first run that waits for its approval or its bank file and pays somebody whose figures differ. */
async function readStoppedRun(tx: Tx, tenantId: string) {
  const run = await tx
    .selectFrom('payoutRuns')
    .select(['id', 'payDate'])
    .where('tenantId', '=', tenantId)
    .where('state', 'in', ['draft', 'approved'])
    .orderBy('payDate')
    .limit(1)
    .executeTakeFirst();
  if (!run) return null;
  const payDate = calendarDate(run.payDate);
  const { items, totals } = await readDraftOf(tx, tenantId, run);
  const differing = await findDiffering(tx, tenantId, { id: run.id, payDate }, items);
  return differing.length === 0 ? null : { runId: run.id, payDate, amount: totals.inFile + totals.withdrawn };
}
