import { sql } from 'kysely';
import * as z from 'zod';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cohort } from '../../../shared/domain/cohort.ts';
import { EXPOSURE_KINDS, type Exposure } from '../../../shared/domain/exposure.ts';
import { type Losses, NO_LOSSES } from '../../../shared/domain/loss.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface Analysis {
  asOf: CalendarDate;
  netBalance: Cents;
  exposures: Exposure[];
  cohorts: Cohort[];
  losses: Losses;
}

export interface StoredAnalysis extends Analysis {
  syndicateId: bigint;
  /** False when the book has changed since it was worked out. */
  isCurrent: boolean;
}

// JSON has no bigint, so amounts are kept as texts.
const cents = z.codec(z.string(), z.bigint(), { decode: BigInt, encode: String });
const day = z.codec(z.string(), z.custom<CalendarDate>(), { decode: calendarDate, encode: String });
const sum = { balance: cents, dealCount: z.int() };

const exposuresJson = z.array(
  z.object({
    kind: z.enum(EXPOSURE_KINDS),
    groups: z.array(z.object({ name: z.nullable(z.string()), ...sum })),
    others: z.object({ groupCount: z.int(), ...sum }),
  }),
);

const cohortsJson = z.array(
  z.object({
    quarter: day,
    dealCount: z.int(),
    cost: cents,
    netPaid: cents,
    lastFunded: day,
    paidByMonth: z.array(cents),
  }),
);

const lossGroup = {
  quarter: z.nullable(day),
  dealCount: z.int(),
  cost: cents,
  netRtr: cents,
  netPaid: cents,
  lossOfCost: cents,
  lossOfRtr: cents,
};
const lossesJson = z.object({
  byFunding: z.array(
    z.object({ ...lossGroup, ofAll: z.object({ dealCount: z.int(), cost: cents, netRtr: cents }) }),
  ),
  byDate: z.array(z.object(lossGroup)),
});

/** As they are stored. */
export const exposuresText = (exposures: readonly Exposure[]): string =>
  JSON.stringify(z.encode(exposuresJson, exposures as z.output<typeof exposuresJson>));
export const cohortsText = (cohorts: readonly Cohort[]): string =>
  JSON.stringify(z.encode(cohortsJson, cohorts as z.output<typeof cohortsJson>));
export const lossesText = (losses: Losses): string =>
  JSON.stringify(z.encode(lossesJson, losses as z.output<typeof lossesJson>));

interface Row {
  syndicateId: bigint;
  asOf: string;
  netBalanceCents: Cents;
  isUpToDate: boolean;
  exposures: unknown;
  cohorts: unknown;
  losses: unknown;
}

/** What is kept of all syndicates of a tenant, or of some. */
export async function readAnalyses(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[] | null,
): Promise<StoredAnalysis[]> {
  const { rows } = await sql<Row>`
    select analysis.syndicate_id, analysis.as_of, analysis.net_balance_cents,
      analysis.book_version = book.version as is_up_to_date, analysis.exposures, analysis.cohorts, analysis.losses
    from syndicate_analyses analysis
    join syndicate_totals book on book.tenant_id = analysis.tenant_id and book.syndicate_id = analysis.syndicate_id
    where analysis.tenant_id = ${tenantId}::uuid
      and (${syndicateIds}::bigint[] is null or analysis.syndicate_id = any(${syndicateIds}::bigint[]))
    order by analysis.syndicate_id`.execute(tx);
  return rows.map(({ syndicateId, asOf, netBalanceCents, isUpToDate, exposures, cohorts, losses }) => ({
    syndicateId,
    asOf: calendarDate(asOf),
    netBalance: netBalanceCents,
    // A row of an earlier release has no losses yet.
    isCurrent: isUpToDate && losses !== null,
    exposures: z.decode(exposuresJson, exposures as z.input<typeof exposuresJson>),
    cohorts: z.decode(cohortsJson, cohorts as z.input<typeof cohortsJson>),
    losses: losses === null ? NO_LOSSES : z.decode(lossesJson, losses as z.input<typeof lossesJson>),
  }));
}
