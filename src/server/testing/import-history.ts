import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { addDays, calendarDate, isWeekday } from '../../shared/domain/calendar-date.ts';
import { toDecimalString } from '../../shared/domain/money.ts';

const SYNDICATES = 40;
const PAY_DAYS = ['Mon Tue Wed Thu Fri', 'Fri', 'Tue Thu', 'Mon'];
const FIRST_DAY = calendarDate('2025-09-02');

const days = (() => {
  const found = [FIRST_DAY];
  while (found.length < 250) {
    let next = addDays(found.at(-1) ?? FIRST_DAY, 1);
    while (!isWeekday(next)) next = addDays(next, 1);
    found.push(next);
  }
  return found;
})();

const dayOf = (index: number) => days[index % days.length] ?? FIRST_DAY;

/**
 * Writes the files of a funder's history: this many deals with one to three participants each, and this many payments in the
 * order of a processor's list, day by day with all deals mixed. Of a hundred payments, 3 never clear and one is returned after
 * ten days.
 */
export async function writeHistory(folder: string, deals: number, payments: number): Promise<void> {
  await write(folder, 'syndicates.csv', range(SYNDICATES), (n) =>
    n === null
      ? 'external_id,name,abbreviation,pay_days,default_share_percent,management_fee_percent,syndication_fee_percent,esign_email'
      : `S-${n},Syndicate ${n},S${n},${PAY_DAYS[n % 4]},10,4,0,s${n}@investor.example`,
  );
  await write(folder, 'companies.csv', range(Math.ceil(deals / 2)), (n) =>
    n === null ? 'external_id,name,industry,started' : `C-${n},Bright Oak Dental ${n},Dental,2019-03`,
  );
  await write(folder, 'deals.csv', range(deals), (n) =>
    n === null
      ? 'external_id,company,mid,name,platform,status,funded_date,funded_amount,payback_amount,payment,payment_frequency,term_days,factor_rate'
      : `D-${n},C-${Math.floor(n / 2)},${300_000 + n},Bright Oak Dental ${n},Harbor,${n % 20 === 0 ? 'Write-off' : 'Active Advance'},2025-09-01,60000.00,84000.00,${paymentOf(n)},DAILY,120,1.40`,
  );
  await write(folder, 'participations.csv', sharesOf(deals), (share) =>
    share === null
      ? 'external_id,deal,syndicate,agreement_date,share_percent,commission_percent,management_fee_percent,management_fee_upfront'
      : `P-${share.deal}-${share.part},D-${share.deal},S-${(share.deal * 7 + share.part) % SYNDICATES},2025-09-01,${2 + ((share.deal + share.part) % 11) / 2},10,3,${Number(share.deal % 5 === 0)}`,
  );
  await write(folder, 'payments.csv', range(payments), (n) =>
    n === null ? 'reference,deal,amount,cleared_date,returned_date,return_code' : paymentRow(n, deals),
  );
}

const paymentOf = (deal: number) => toDecimalString(70_000n + BigInt(deal % 977));

function paymentRow(n: number, deals: number): string {
  const deal = n % deals;
  const turn = Math.floor(n / deals);
  const start = `R-${n},D-${deal},${paymentOf(deal)}`;
  const kind = (n * 31) % 100;
  if (kind < 3) return `${start},,${dayOf(turn)},R01`;
  if (kind < 4) return `${start},${dayOf(turn)},${dayOf(turn + 10)},R10`;
  return `${start},${dayOf(turn)},,`;
}

function* range(count: number): Generator<number> {
  for (let n = 0; n < count; n += 1) yield n;
}

function* sharesOf(deals: number): Generator<{ deal: number; part: number }> {
  for (const deal of range(deals)) for (const part of range(1 + (deal % 3))) yield { deal, part };
}

/** Writes a file of rows. `line(null)` returns the header. */
async function write<T>(folder: string, name: string, rows: Iterable<T>, line: (row: T | null) => string) {
  function* chunks() {
    let text = `${line(null)}\n`;
    for (const row of rows) {
      text += `${line(row)}\n`;
      if (text.length < 1 << 16) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  await pipeline(Readable.from(chunks()), createWriteStream(join(folder, name)));
}

/** The seconds that the database alone needs to load the payments and lines of an import, with one bare COPY for each table. */
export async function timeBareCopy(ownerUrl: string, tenantId: string, folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`set app.tenant = '${tenantId}'`);
    let seconds = 0;
    for (const table of ['payments', 'payout_lines']) {
      const path = join(folder, `${table}.copy`);
      const file = await open(path, 'w');
      const rows = `copy (select * from ${table} where tenant_id = app_tenant()) to stdout`;
      await pipeline(client.query(copyTo(rows)), file.createWriteStream());
      await client.query(`create table bare_${table} (like ${table} including all)`);
      const started = performance.now();
      const source = await open(path);
      await pipeline(source.createReadStream(), client.query(copyFrom(`copy bare_${table} from stdin`)));
      seconds += (performance.now() - started) / 1000;
      await client.query(`drop table bare_${table}`);
      await rm(path);
    }
    return seconds;
  } finally {
    await client.end();
  }
}
