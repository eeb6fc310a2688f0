import { parseArgs } from 'node:util';
import { formatMoney } from '../../shared/domain/money.ts';
import { reconcile } from '../features/reconciliation/reconcile.ts';
import { describeDifference } from '../ledger/difference.ts';
import type { Database } from '../platform/db/database.ts';
import type { Tenant } from '../platform/db/tenants.ts';
import { type Command, formatCount, print, selectedTenants, withDatabase } from './command.ts';

/** Reconciles the book of one funder or of all. Exits with 1 when something differs. */
export const reconcileCommand: Command = {
  about: 'checks that payments, lines and totals of each book agree to the cent',
  usage: 'reconcile [--tenant <name>]',
  async run(args) {
    const { tenant } = parseArgs({ args: [...args], options: { tenant: { type: 'string' } } }).values;
    await withDatabase(async (db) => {
      for (const one of await selectedTenants(db, tenant)) await reconcileOne(db, one);
    });
  },
};

async function reconcileOne(db: Database, { id, name }: Tenant): Promise<void> {
  const started = performance.now();
  const { differences, paymentCount, lineCount, netPay } = await reconcile(db, id);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const book = `${formatCount(paymentCount)} payments, ${formatCount(lineCount)} lines, ${formatMoney(netPay)} paid out; ${seconds} s`;
  for (const difference of differences) print(`${name}: ${describeDifference(difference)}`);
  if (differences.length === 0) return print(`${name} reconciles to $0.00: ${book}`);
  print(`${name} does not reconcile: ${formatCount(differences.length)} differences in ${book}`);
  process.exitCode = 1;
}
