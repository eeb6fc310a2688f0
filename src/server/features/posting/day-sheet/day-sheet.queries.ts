import { sql } from 'kysely';
import { calendarDate } from '../../../../shared/domain/calendar-date.ts';
import { LINE_VERDICTS, type LineVerdict } from '../../../../shared/domain/day-sheet.ts';
import type { Cents } from '../../../../shared/domain/money.ts';
import type { SheetMapping } from '../../../../shared/domain/sheet-mapping.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/errors.ts';
import type { Effect } from './effect-sum.ts';
import type { SheetId } from './read-lines.ts';

interface FoundSheet {
  fileName: string;
  size: bigint;
  droppedAt: Date;
  droppedBy: string | null;
  sourceName: string | null;
  sourceChangedAt: Date | null;
  beforeAt: Date | null;
  beforeBy: string | null;
  postedByName: string | null;
  position: number | null;
}

/** A day's spreadsheet with what a person needs to decide about it. */
export async function readSheet(tx: Tx, { tenantId, fileId }: SheetId) {
  const kept = await tx
    .selectFrom('daySheets')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  if (!kept) throw new Refusal('not_found');
  const { rows } = await sql<FoundSheet>`
    select file.name as "fileName", file.byte_size as size, file.staged_at as "droppedAt", dropper.name as "droppedBy",
      source.name as "sourceName", source.changed_at as "sourceChangedAt", before.at as "beforeAt", before.by as "beforeBy",
      poster.name as "postedByName", run.position
    from sheet_files file
    left join memberships dropper on dropper.tenant_id = file.tenant_id and dropper.user_id = file.staged_by
    left join memberships poster on poster.tenant_id = file.tenant_id and poster.user_id = ${kept.postedBy}::bigint
    left join sheet_sources source on source.tenant_id = file.tenant_id and source.id = ${kept.sourceId}::bigint
    left join posting_runs run on run.tenant_id = file.tenant_id and run.file_hash = ${kept.postedHash}::bytea
    left join lateral (
      select other.posted_at as at, by_whom.name as by
      from sheet_files twin
      join day_sheets other on other.tenant_id = twin.tenant_id and other.file_id = twin.id
      left join memberships by_whom on by_whom.tenant_id = twin.tenant_id and by_whom.user_id = other.posted_by
      where twin.tenant_id = file.tenant_id and twin.sha256 = file.sha256 and twin.is_kept and twin.id <> file.id
        and other.posted_at is not null
      order by other.posted_at limit 1
    ) before on true
    where file.tenant_id = ${tenantId}::uuid and file.id = ${fileId}::uuid`.execute(tx);
  const [found] = rows;
  if (!found) throw new Refusal('not_found');
  const samples = (kept.samples ?? {}) as Record<string, string[]>;
  const isPosting = kept.state === 'posting' || kept.state === 'posted';
  return {
    fileId,
    fileName: found.fileName,
    size: Number(found.size),
    droppedAt: found.droppedAt.toISOString(),
    droppedBy: found.droppedBy ?? '',
    state: kept.state,
    problem: kept.problem,
    lineCount: kept.lineCount,
    doneCount: isPosting ? (found.position ?? 0) : kept.doneCount,
    postedBefore: found.beforeAt && { at: found.beforeAt.toISOString(), by: found.beforeBy ?? '' },
    sourceName: found.sourceName,
    sourceChangedAt: found.sourceChangedAt?.toISOString() ?? null,
    columns: (kept.columns ?? []).map((name) => ({ name, samples: samples[name] ?? [] })),
    mapping: kept.mapping as unknown as SheetMapping | null,
    checkNumber: kept.checkNumber,
    ...(await sumLines(tx, { tenantId, fileId })),
    fileTotal: kept.fileTotalCents,
    statedTotal: kept.statedTotalCents,
    differenceReason: kept.differenceReason,
    effects: await readEffects(tx, tenantId, (kept.effects ?? []) as unknown as Effect[]),
    completeThrough: kept.completeThrough === null ? null : calendarDate(kept.completeThrough),
    runId: kept.postingRunId,
    postedAt: kept.postedAt?.toISOString() ?? null,
    postedBy: found.postedByName,
  };
}

interface SummedLines {
  verdict: LineVerdict | null;
  result: 'cleared' | 'returned' | null;
  count: number;
  amount: Cents;
  moved: Cents;
  latest: string | null;
}

/** What the lines come to, by what would become of them. */
export async function sumLines(tx: Tx, { tenantId, fileId }: SheetId) {
  const { rows } = await sql<SummedLines>`
    select verdict, result, count(*)::integer as count, coalesce(sum(amount_cents), 0)::bigint as amount,
      coalesce(sum(amount_cents) filter (where verdict = 'will post' and code <> 'returned'), 0)::bigint as moved,
      max(entry_date) filter (where verdict in ('will post', 'posted before'))::text as latest
    from day_sheet_lines where tenant_id = ${tenantId}::uuid and file_id = ${fileId}::uuid
    group by verdict, result`.execute(tx);
  const sumOf = (isIn: (row: SummedLines) => boolean) =>
    rows
      .filter(isIn)
      .reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }), {
        count: 0,
        amount: 0n,
      });
  // Returns of debits that never cleared move nothing. Every figure of what posts is this one.
  const postingTotal = rows.reduce((sum, { moved }) => sum + moved, 0n);
  const latest = rows
    .flatMap(({ latest: day }) => (day === null ? [] : [day]))
    .toSorted()
    .at(-1);
  return {
    counts: LINE_VERDICTS.map((verdict) => {
      const { count: lineCount, amount } = sumOf((row) => row.verdict === verdict);
      return { verdict, lineCount, amount: verdict === 'will post' ? postingTotal : amount };
    }),
    cleared: sumOf(({ result }) => result === 'cleared'),
    returned: sumOf(({ result }) => result === 'returned'),
    total: sumOf(() => true).amount,
    postingTotal,
    latestDate: latest === undefined ? null : calendarDate(latest),
  };
}

async function readEffects(tx: Tx, tenantId: string, effects: readonly Effect[]) {
  const ids = [...new Set(effects.map(({ syndicateId }) => syndicateId))];
  const syndicates = await tx
    .selectFrom('syndicates')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<bigint>`any(${ids}::bigint[])`)
    .execute();
  const names = new Map(syndicates.map(({ id, name }) => [String(id), name]));
  return effects
    .map(({ syndicateId, payDate, gross, fee }) => ({
      syndicateId: BigInt(syndicateId),
      syndicateName: names.get(syndicateId) ?? '',
      payDate,
      gross: BigInt(gross),
      fee: BigInt(fee),
      net: BigInt(gross) - BigInt(fee),
    }))
    .toSorted(
      (one, other) =>
        one.syndicateName.localeCompare(other.syndicateName) || one.payDate.localeCompare(other.payDate),
    );
}
