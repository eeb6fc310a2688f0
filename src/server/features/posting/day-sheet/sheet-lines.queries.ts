import { sql } from 'kysely';
import { type CalendarDate, calendarDate, formatDate } from '../../../../shared/domain/calendar-date.ts';
import { moneyOfCell } from '../../../../shared/domain/cell-values.ts';
import type { LineDecision, LineVerdict } from '../../../../shared/domain/day-sheet.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/errors.ts';
import { messageOf } from '../refusal-message.ts';
import type { SheetId } from './read-lines.ts';

const PAGE = 50;

interface Asked {
  verdict: LineVerdict;
  after?: number | undefined;
  search?: string | undefined;
}

interface FoundLine {
  line: number;
  date: string | null;
  dateText: string | null;
  mid: string | null;
  merchant: string | null;
  dealName: string | null;
  amount: bigint | null;
  amountText: string | null;
  result: 'cleared' | 'returned' | null;
  reference: string | null;
  verdict: LineVerdict;
  code: string | null;
  problem: string | null;
  resembles: string | null;
  decision: LineDecision | null;
  isChanged: boolean;
  resembledLine: number | null;
  resembledDate: string | null;
  suggestedMid: string | null;
  suggestedName: string | null;
}

/** Letters that are read as digits, so that a MID which somebody typed is found all the same. */
const plainMid = (column: string) =>
  sql`translate(upper(regexp_replace(${sql.ref(column)}, '[^A-Za-z0-9]', '', 'g')), 'OIL', '011')`;

export async function listLines(
  tx: Tx,
  { tenantId, fileId }: SheetId,
  { verdict, after = 0, search }: Asked,
) {
  const sheet = await tx
    .selectFrom('daySheets')
    .select('fileId')
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  if (!sheet) throw new Refusal('not_found');
  const { rows } = await sql<FoundLine>`
    select line.line, line.entry_date::text as date, line.cells ->> 'date' as "dateText", coalesce(line.mid, line.cells ->> 'mid') as mid,
      line.cells ->> 'merchant' as merchant, deal.name as "dealName", line.amount_cents as amount, line.cells ->> 'amount' as "amountText",
      line.result, line.posted_reference as reference, line.verdict, line.code, line.problem, line.resembles, line.decision,
      (line.said_mid is not null or line.said_date is not null) as "isChanged",
      twin.line as "resembledLine", known.day::text as "resembledDate", near.mid as "suggestedMid", near.name as "suggestedName"
    from day_sheet_lines line
    left join deals deal on deal.tenant_id = line.tenant_id and deal.id = line.deal_id
    left join lateral (
      select min(other.line) as line from day_sheet_lines other
      where line.resembles is not null and other.tenant_id = line.tenant_id and other.file_id = line.file_id
        and other.posted_reference = line.resembles and other.line <> line.line
    ) twin on true
    left join lateral (
      select coalesce(payment.cleared_date, payment.returned_date) as day from payments payment
      where payment.tenant_id = line.tenant_id and payment.reference = line.resembles
    ) known on true
    left join lateral (
      select deal.mid, deal.name from deals deal
      where line.code = 'not_found' and deal.tenant_id = line.tenant_id and ${plainMid('deal.mid')} = ${plainMid('line.mid')}
      order by deal.id desc limit 1
    ) near on true
    where line.tenant_id = ${tenantId}::uuid and line.file_id = ${fileId}::uuid and line.verdict = ${verdict} and line.line > ${after}
      ${search?.trim() ? sql`and ${matches(search.trim())}` : sql``}
    order by line.line limit ${PAGE + 1}`.execute(tx);
  const page = rows.slice(0, PAGE);
  return {
    lines: page.map(({ code, problem, resembles, resembledLine, resembledDate, ...line }) => ({
      ...line,
      date: line.date === null ? null : calendarDate(line.date),
      dateText: line.dateText ?? '',
      amountText: line.amountText ?? '',
      merchant: line.merchant ?? '',
      why: problem ?? why({ ...line, code, resembles, resembledLine, resembledDate }),
    })),
    next: rows.length > PAGE ? (page.at(-1)?.line ?? null) : null,
  };
}

const matches = (search: string) => {
  const amount = moneyOfCell(search);
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(line.mid ilike ${like} or deal.name ilike ${like} or line.cells ->> 'merchant' ilike ${like}
    or line.posted_reference ilike ${like}
    or abs(line.amount_cents) = ${'value' in amount ? (amount.value < 0n ? -amount.value : amount.value) : null}::bigint)`;
};

function why(
  line: Pick<FoundLine, 'verdict' | 'code' | 'resembles' | 'resembledLine' | 'resembledDate' | 'result'>,
) {
  if (line.verdict === 'suspected') {
    if (line.resembledLine !== null) return `Same deal, day and amount as line ${line.resembledLine}.`;
    const day = line.resembledDate === null ? '' : ` of ${formatDate(line.resembledDate as CalendarDate)}`;
    return `Same deal, day and amount as the payment ${line.resembles}${day}, posted before.`;
  }
  if (line.verdict === 'left out') return 'Left out by a person.';
  if (line.verdict === 'posted before') return 'The same payment was posted before; nothing happens.';
  if (line.verdict === 'refused') return messageOf(line.code ?? '');
  if (line.code === 'returned') return 'Return of a debit that never cleared; nobody is paid or charged.';
  return line.result === 'returned' ? 'Takes back a debit that had cleared.' : 'Cleared.';
}
