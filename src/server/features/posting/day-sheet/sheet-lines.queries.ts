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
  concerns: string[];
  completesDeal: boolean;
  acceptedReason: string | null;
  acceptedBy: string | null;
  isChanged: boolean;
  /** The day on which the payment under its reference cleared. */
  clearedDate: string | null;
  resembledLine: number | null;
  resembledDate: string | null;
  suggestedMid: string | null;
  suggestedName: string | null;
}

/** Also what a spreadsheet makes of it: long dashes, curved quotation marks and spaces at which no line breaks. */
const PUNCTUATION =
  ' \t\u00a0\u202f!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\u2010\u2011\u2012\u2013\u2014\u2212\u2018\u2019\u201c\u201d';

/** Letters that are read as digits, and no punctuation, so that a MID which somebody typed is found all the same. */
const plainMid = (column: string) =>
  sql`translate(upper(${sql.ref(column)}), ${sql.lit(`OIL${PUNCTUATION}`)}, '011')`;

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
  // What else the deals and the sheet have of it is looked for once for the whole page: neither has an index for it.
  const { rows } = await sql<FoundLine>`
    with page as materialized (
      select line.*, deal.name as "dealName" from day_sheet_lines line
      left join deals deal on deal.tenant_id = line.tenant_id and deal.id = line.deal_id
      where line.tenant_id = ${tenantId}::uuid and line.file_id = ${fileId}::uuid and line.verdict = ${verdict} and line.line > ${after}
        ${search?.trim() ? sql`and ${matches(search.trim())}` : sql``}
      order by line.line limit ${PAGE + 1}
    ), near as (
      select distinct on (plain) * from (
        select id, mid, name, ${plainMid('deal.mid')} as plain from deals deal
        where tenant_id = ${tenantId}::uuid and (select bool_or(code = 'not_found') from page)
      ) deal
      where plain in (select ${plainMid('page.mid')} from page where code = 'not_found')
      order by plain, id desc
    ), twin as materialized (
      select other.posted_reference, other.line, row_number() over (partition by other.posted_reference order by other.line) as place
      from day_sheet_lines other
      where other.tenant_id = ${tenantId}::uuid and other.file_id = ${fileId}::uuid
        and other.posted_reference in (select resembles from page)
    )
    select line.line, line.entry_date::text as date, line.cells ->> 'date' as "dateText", coalesce(line.mid, line.cells ->> 'mid') as mid,
      line.cells ->> 'merchant' as merchant, line."dealName", line.amount_cents as amount,
      line.cells ->> 'amount' as "amountText", line.result, line.posted_reference as reference, line.verdict, line.code, line.problem,
      line.resembles, line.decision, coalesce(line.concerns, '{}') as concerns, line.completes_deal as "completesDeal",
      line.accepted_reason as "acceptedReason", accepter.name as "acceptedBy", debit.day::text as "clearedDate",
      num_nonnulls(line.said_mid, line.said_date, line.said_amount_cents) > 0 as "isChanged",
      (select min(twin.line) from twin where twin.place <= 2 and twin.posted_reference = line.resembles and twin.line <> line.line)
        as "resembledLine",
      known.day::text as "resembledDate", near.mid as "suggestedMid", near.name as "suggestedName"
    from page line
    left join lateral (
      select coalesce(payment.cleared_date, payment.returned_date) as day from payments payment
      where payment.tenant_id = ${tenantId}::uuid and payment.reference = line.resembles
    ) known on true
    left join lateral (
      select payment.cleared_date as day from payments payment
      where line.result = 'returned' and payment.tenant_id = line.tenant_id and payment.reference = line.posted_reference
    ) debit on true
    left join memberships accepter on accepter.tenant_id = line.tenant_id and accepter.user_id = line.accepted_by
    left join near on line.code = 'not_found' and near.plain = ${plainMid('line.mid')}
    order by line.line`.execute(tx);
  const page = rows.slice(0, PAGE);
  return {
    lines: page.map(({ code, problem, resembles, resembledLine, resembledDate, clearedDate, ...line }) => ({
      ...line,
      date: line.date === null ? null : calendarDate(line.date),
      dateText: line.dateText ?? '',
      amountText: line.amountText ?? '',
      merchant: line.merchant ?? '',
      why: problem ?? why({ ...line, code, resembles, resembledLine, resembledDate, clearedDate }),
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

type Explained = 'verdict' | 'code' | 'resembles' | 'resembledLine' | 'resembledDate' | 'result';

function why(
  line: Pick<FoundLine, Explained | 'reference' | 'clearedDate' | 'concerns' | 'completesDeal'>,
): string {
  if (line.verdict === 'suspected') {
    if (line.resembledLine !== null) return `Same deal, day and amount as line ${line.resembledLine}.`;
    const day = line.resembledDate === null ? '' : ` of ${formatDate(line.resembledDate as CalendarDate)}`;
    return `Same deal, day and amount as the payment ${line.resembles}${day}, posted before.`;
  }
  if (line.verdict === 'left out') return 'Left out by a person.';
  if (line.verdict === 'posted before') return 'The same payment was posted before; nothing happens.';
  if (line.verdict === 'refused') return messageOf(line.code ?? '');
  const completes = line.completesDeal ? ['Pays the deal in full.'] : [];
  if (line.verdict === 'look at this') return [...line.concerns, ...completes].join(' ');
  if (line.code === 'returned') return 'Return of a debit that never cleared; nobody is paid or charged.';
  if (line.result !== 'returned') return ['Cleared.', ...completes].join(' ');
  return line.clearedDate === null
    ? 'Takes back a debit of this file.'
    : `Takes back the payment ${line.reference} that cleared on ${formatDate(line.clearedDate as CalendarDate)}.`;
}
