import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { DayFileEntry } from '../../ledger/day-file/day-file.ts';
import type { HeldEntry } from '../../ledger/day-file/held-entries.ts';
import { SuspectedDuplicate } from '../../ledger/day-file/suspected-duplicates.ts';
import { requireDayHasCome } from '../../ledger/standings/complete-day.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { readDayFile, type WholeDayFile } from './day-file-entries.ts';
import { decideEntries } from './decide-entries.ts';

/** An entry that posting would refuse, with what it says. */
export interface RefusedLine {
  entry: DayFileEntry;
  code: string;
}

/** What posting would change about a deal. */
export interface DealEffect {
  dealId: bigint;
  mid: string;
  entryCount: number;
  posted: Cents;
  reversed: Cents;
  collectedBefore: Cents;
  collectedAfter: Cents;
}

export interface DryRun extends WholeDayFile {
  /** The run that has posted this file, or part of it, before. */
  earlierRunId: bigint | null;
  /** The day through which everything would be posted with this file. */
  completeThrough: CalendarDate | null;
  counts: {
    posted: number;
    reversed: number;
    returned: number;
    known: number;
    refused: number;
    held: number;
  };
  refused: RefusedLine[];
  held: HeldEntry[];
  deals: DealEffect[];
}

/** What posting a day file would do. Nothing is locked or written. */
export async function dryRunDayFile(
  db: Database,
  tenantId: string,
  path: string,
  said?: CalendarDate | undefined,
): Promise<DryRun> {
  await requireDayHasCome(db, said);
  const file = await readDayFile(path);
  return withTenant(
    db,
    tenantId,
    async (tx) => {
      const found = await dealsByMid(tx, tenantId, file.entries);
      const result = { ...file, ...(await decide(tx, tenantId, file.entries, found)) };
      const completeThrough = said ?? file.latestDate;
      return { ...result, completeThrough, earlierRunId: await findRun(tx, tenantId, file.hash) };
    },
    { readOnly: true, isSnapshot: true },
  );
}

interface FoundDeal {
  id: bigint;
  mid: string;
  collected: Cents;
}

async function decide(
  tx: Tx,
  tenantId: string,
  entries: readonly DayFileEntry[],
  found: ReadonlyMap<string, FoundDeal>,
): Promise<Pick<DryRun, 'counts' | 'refused' | 'held' | 'deals'>> {
  const outcomes = await decideEntries(tx, tenantId, entries, { dealIdOf: (mid) => found.get(mid)?.id });
  const counts = { posted: 0, reversed: 0, returned: 0, known: 0, refused: 0, held: 0 };
  const refused: RefusedLine[] = [];
  const held: HeldEntry[] = [];
  const effects = new Map<string, DealEffect>();
  for (const [place, entry] of entries.entries()) {
    const outcome = outcomes[place];
    if (outcome instanceof Refusal) {
      counts.refused += 1;
      refused.push({ entry, code: outcome.code });
      continue;
    }
    if (outcome instanceof SuspectedDuplicate) {
      const { line, reference, mid, amount, date, debit_date: debitDate } = entry;
      counts.held += 1;
      held.push({ line, reference, mid, amount, date, debitDate, resembles: outcome.resembles });
      continue;
    }
    if (outcome === 'already known') counts.known += 1;
    else if (outcome === 'posted' || outcome === 'reversed' || outcome === 'returned') counts[outcome] += 1;
    const effect = effectOn(effects, found.get(entry.mid));
    if (!effect) continue;
    effect.entryCount += 1;
    if (outcome === 'posted') effect.posted += entry.amount;
    if (outcome === 'reversed') effect.reversed += entry.amount;
    effect.collectedAfter = effect.collectedBefore + effect.posted - effect.reversed;
  }
  return {
    counts,
    refused: refused.toSorted((one, other) => one.entry.line - other.entry.line),
    held: held.toSorted((one, other) => one.line - other.line),
    deals: [...effects.values()].toSorted((one, other) => Number(one.dealId - other.dealId)),
  };
}

function effectOn(effects: Map<string, DealEffect>, deal: FoundDeal | undefined): DealEffect | null {
  if (!deal) return null;
  const { id: dealId, mid, collected } = deal;
  const effect = effects.get(mid) ?? {
    dealId,
    mid,
    entryCount: 0,
    posted: 0n,
    reversed: 0n,
    collectedBefore: collected,
    collectedAfter: collected,
  };
  effects.set(mid, effect);
  return effect;
}

async function dealsByMid(
  tx: Tx,
  tenantId: string,
  entries: readonly DayFileEntry[],
): Promise<Map<string, FoundDeal>> {
  const mids = [...new Set(entries.map(({ mid }) => mid))];
  const { rows } = await sql<FoundDeal>`
    select deal.id, deal.mid, coalesce(total.collected_cents, 0) as collected
    from deals deal left join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
    where deal.tenant_id = ${tenantId}::uuid and deal.mid = any (${mids}::text[])`.execute(tx);
  return new Map(rows.map((deal) => [deal.mid, deal]));
}

async function findRun(tx: Tx, tenantId: string, fileHash: Buffer): Promise<bigint | null> {
  const run = await tx
    .selectFrom('postingRuns')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('fileHash', '=', fileHash)
    .executeTakeFirst();
  return run?.id ?? null;
}
