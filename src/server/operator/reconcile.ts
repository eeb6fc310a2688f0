import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { formatMoney } from '../../shared/domain/money.ts';
import { reconcile } from '../features/reconciliation/reconcile.ts';
import type { Reconciliation } from '../features/reconciliation/reconciliation.ts';
import { describeDifference } from '../ledger/difference.ts';
import type { Database } from '../platform/db/database.ts';
import type { Tenant } from '../platform/db/tenants.ts';
import { type Command, formatCount, print, printStatus, selectedTenants, withDatabase } from './command.ts';

const PROGRESS_EVERY_MS = 5_000;

/** Reconciles the book of one funder or of all. Exits with 1 when something differs. */
export const reconcileCommand: Command = {
  about:
    'checks that payments, lines and totals of each book agree to the cent: what changed since the last check and a part of the rest, or with --all everything',
  usage: 'reconcile [--all] [--tenant <name>]',
  async run(args) {
    const { tenant, all } = parseArgs({
      args: [...args],
      options: { tenant: { type: 'string' }, all: { type: 'boolean', default: false } },
    }).values;
    const atOnce = Math.max(2, availableParallelism());
    await withDatabase(
      async (db) => {
        for (const one of await selectedTenants(db, tenant)) await reconcileOne(db, one, all, atOnce);
      },
      { maxConnections: atOnce },
    );
  },
};

async function reconcileOne(
  db: Database,
  { id, name }: Tenant,
  isWhole: boolean,
  atOnce: number,
): Promise<void> {
  const started = performance.now();
  let toldAt = started;
  const onProgress = (done: number, of: number) => {
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    printStatus(`${name}: ${formatCount(done)} of ${formatCount(of)} parts compared`);
  };
  const result = await reconcile(db, id, { isWhole, atOnce, onProgress });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { differences } = result;
  for (const difference of differences) print(`${name}: ${describeDifference(difference)}`);
  const told = `${comparedText(result)}; ${seconds} s`;
  if (differences.length === 0) return print(`${name} reconciles to $0.00: ${told}`);
  print(`${name} does not reconcile: ${formatCount(differences.length)} differences in ${told}`);
  process.exitCode = 1;
}

/** '12 deals (3 changed), 40 payments, 80 lines, $1,200.00 paid out, everything since 2026-11-16' */
function comparedText(result: Reconciliation): string {
  const { isWhole, dealCount, changedDealCount, paymentCount, lineCount, netPay, checkedSince } = result;
  const since = checkedSince ? `, everything since ${checkedSince.toISOString().slice(0, 10)}` : '';
  const deals = `${formatCount(dealCount)} deals ${isWhole ? '(all)' : `(${formatCount(changedDealCount)} changed)`}`;
  return `${deals}, ${formatCount(paymentCount)} payments, ${formatCount(lineCount)} lines, ${formatMoney(netPay)} paid out${since}`;
}
