/**
 * Works out the figures of three investors of the demo from their rows, with code that shares nothing with the portal's, and compares them
 * with what the portal answers over HTTP: amounts to the cent, rates to 0.01 %.
 *   npm run prove by-hand            SEED=7 SYNDICATES=3 choose which
 */
import { execFileSync } from 'node:child_process';
import { freePort } from '../src/server/testing/private-postgres.ts';
import { urlOf } from '../src/server/testing/test-database.ts';
import { openDump } from './by-hand/dump.ts';
import {
  byIndustry,
  cohorts,
  halfUp,
  isClosed,
  type LineRow,
  measure,
  type ShareRow,
} from './by-hand/work-out.ts';
import { createDemoDatabase } from './demo-data/fresh-database.ts';
import { startApi } from './shutdown/api.ts';
import { openPortal } from './shutdown/visitor.ts';

const NAME = 'portal_by_hand';
const TENANT = 'harbor';
const COUNT = Number(process.env['SYNDICATES'] ?? 3);
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000));

let compared = 0;
const differences: string[] = [];
function compare(what: string, byHand: unknown, answered: unknown): void {
  compared += 1;
  if (String(byHand) !== String(answered))
    differences.push(`${what}: by hand ${byHand}, the portal ${answered}`);
}

const cents = (text: string): bigint => BigInt(text.replace('.', ''));
const money = (amount: bigint): string =>
  (Number(amount) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

interface Answered {
  deal_count: number;
  cash_account: null | { cash_balance: string };
  returns: null | {
    places: number;
    total_participation_cost: string;
    paid_payouts: string;
    upcoming_payouts: string;
    net_balance: string;
    scenarios: (Record<'still_to_come' | 'total_value' | 'dpi' | 'rvpi' | 'tvpi', string> & {
      xirr: string | null;
    })[];
  };
}

function compareReturns(which: string, shares: ShareRow[], lines: LineRow[], answer: Answered): string {
  const ids = new Set(shares.map(({ id }) => id));
  const byHand = measure(
    shares,
    lines.filter(({ shareId }) => ids.has(shareId)),
    demo.today,
  );
  compare(`${which}, deals`, byHand.deals, answer.deal_count);
  const { returns } = answer;
  if (!returns) {
    compare(`${which}, nothing to measure`, byHand.cost, 0n);
    return `${which}: nothing to measure`;
  }
  compare(`${which}, cost`, byHand.cost, cents(returns.total_participation_cost));
  compare(`${which}, paid`, byHand.paid, cents(returns.paid_payouts));
  compare(`${which}, on its way`, byHand.onItsWay, cents(returns.upcoming_payouts));
  compare(`${which}, net balance`, byHand.netBalance, cents(returns.net_balance));
  const scale = 10n ** BigInt(returns.places);
  const multiple = (amount: bigint) => Number(halfUp(amount * scale, byHand.cost)) / Number(scale);
  for (const [place, scenario] of returns.scenarios.entries()) {
    const toCome = byHand.toCome[place] ?? 0n;
    const name = `${which}, end value ${place + 1}`;
    compare(`${name}, still to come`, toCome, cents(scenario.still_to_come));
    compare(`${name}, total`, byHand.paid + toCome, cents(scenario.total_value));
    compare(`${name}, DPI`, multiple(byHand.paid), Number(scenario.dpi));
    compare(`${name}, TVPI`, multiple(byHand.paid + toCome), Number(scenario.tvpi));
    // As it is written, paid and still to come are the total.
    const rest = Math.abs(multiple(toCome) - Number(scenario.rvpi)) * Number(scale);
    compare(`${name}, RVPI to the last place`, rest < 1.01, true);
    const rate = byHand.rates[place] ?? null;
    const isSame = rate === null ? scenario.xirr === null : Math.abs(rate - Number(scenario.xirr)) <= 0.0051;
    compare(`${name}, yearly rate ${rate?.toFixed(4)} and ${scenario.xirr}`, isSame, true);
  }
  const rates = byHand.rates.map((rate) => (rate === null ? 'none' : `${rate.toFixed(2)} %`));
  return `${which}: ${byHand.deals} deals, cost ${money(byHand.cost)}, paid ${money(byHand.paid)}, on its way ${money(byHand.onItsWay)}, net balance ${money(byHand.netBalance)}, yearly rates ${rates.join(', ')}`;
}

interface Analysis {
  analysis: {
    net_balance: string;
    exposures: { kind: string; groups: { name: string | null; net_balance: string }[] }[];
    cohorts: {
      quarter: string;
      number_of_deals: number;
      total_participation_cost: string;
      net_pay_by_month: string[];
    }[];
  };
}

function compareAnalysis(shares: ShareRow[], lines: LineRow[], { analysis }: Analysis): string {
  const groups = byIndustry(shares, lines);
  const whole = groups.reduce((total, [, balance]) => total + balance, 0n);
  compare('net balance of the concentration', whole, cents(analysis.net_balance));
  const told = analysis.exposures.find(({ kind }) => kind === 'industry')?.groups ?? [];
  const percent = (balance: bigint) =>
    whole === 0n ? '0' : (Number(halfUp(balance * 10_000n, whole)) / 100).toFixed(2);
  for (const { name, net_balance: balance } of told) {
    const byHand = groups.find(([industry]) => industry === (name ?? ''))?.[1] ?? 0n;
    compare(`industry ${name}`, byHand, cents(balance));
    compare(`industry ${name}, percent`, percent(byHand), percent(cents(balance)));
  }
  const byQuarter = cohorts(shares, lines, demo.today);
  compare('quarters', byQuarter.size, analysis.cohorts.length);
  let points = 0;
  for (const cohort of analysis.cohorts) {
    const byHand = byQuarter.get(cohort.quarter);
    compare(`${cohort.quarter}, deals`, byHand?.deals, cohort.number_of_deals);
    compare(`${cohort.quarter}, cost`, byHand?.cost, cents(cohort.total_participation_cost));
    compare(
      `${cohort.quarter}, points`,
      byHand?.points.join(' '),
      cohort.net_pay_by_month.map(cents).join(' '),
    );
    points += byHand?.points.length ?? 0;
  }
  const [largest] = groups;
  return `largest industry ${largest?.[0]} ${percent(largest?.[1] ?? 0n)} %, ${byQuarter.size} quarters with ${points} points`;
}

const portalCommand = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['src/server/cli.ts', ...args, '--tenant', TENANT], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });

interface Account {
  cash_balance: string;
  reserved: string;
  available: string;
}

function compareCash(
  byHand: { posted: bigint; askedFor: bigint },
  onStrip: string | null,
  account: Account,
): string {
  const available = byHand.posted - byHand.askedFor;
  compare('cash of the strip', byHand.posted, onStrip === null ? null : cents(onStrip));
  compare('cash', byHand.posted, cents(account.cash_balance));
  compare('cash, reserved', byHand.askedFor, cents(account.reserved));
  compare('cash, available', available, cents(account.available));
  return `cash ${money(byHand.posted)}, reserved ${money(byHand.askedFor)}, available ${money(available)}`;
}

/** The same for the same seed. */
function choose<T>(list: T[], count: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(next() * left.length), 1),
  ).flat();
}

const { settings, drop } = await createDemoDatabase(NAME);
const port = await freePort();
const origin = `http://localhost:${port}`;
const api = await startApi(port, { ...settings, PUBLIC_ORIGIN: origin });
const demo = openDump(urlOf('DATABASE_OWNER_URL', NAME)).ofTenant(TENANT);
try {
  const connection = api.connect(origin);
  const portal = await openPortal(connection);
  const agent = connection.newAgent();
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await portal.ask(agent, { path });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
    return JSON.parse(body.toString()) as T;
  };
  compare('the tenant has set no recovery of its own', demo.recovery, '');
  console.log(`seed ${seed}, as of ${demo.today}`);
  const yearAgo = `${Number(demo.today.slice(0, 4)) - 1}${demo.today.slice(4)}`;
  for (const { id, abbreviation } of choose(demo.syndicates(), COUNT)) {
    const [shares, lines] = [demo.shares(id), demo.lines(id)];
    console.log(`\n${abbreviation} (${shares.length} shares, ${lines.length} payout lines)`);
    const parts = {
      all: shares,
      open: shares.filter(({ status }) => !isClosed(status)),
      closed: shares.filter(({ status }) => isClosed(status)),
      recent: shares.filter(({ agreed }) => agreed > yearAgo),
    };
    for (const [deals, part] of Object.entries(parts))
      console.log(`  ${compareReturns(deals, part, lines, await read(`/api/returns/${id}?deals=${deals}`))}`);
    console.log(`  ${compareAnalysis(shares, lines, await read(`/api/insights/${id}`))}`);
    // So that something is reserved.
    if (demo.cash(id))
      portalCommand('cash', 'ask', abbreviation, '--amount', '123.45', '--reference', `by hand ${seed}`);
    const cash = demo.cash(id);
    const strip = await read<{ cash_balance: string | null }>(`/api/payouts/syndication_sums/${id}`);
    if (cash) console.log(`  ${compareCash(cash, strip.cash_balance, await read(`/api/cash/${id}`))}`);
    else console.log('  no cash account');
  }
  agent.destroy();
} finally {
  await api.stop();
  await drop();
}
console.log(`\n${compared} figures compared, ${differences.length} differences`);
for (const difference of differences) console.log(`- ${difference}`);
process.exitCode = differences.length === 0 ? 0 : 1;
