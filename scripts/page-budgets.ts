/** The program behind scripts/page-budgets, which explains its use. */
import { loadavg } from 'node:os';
import { freePort } from '../src/server/testing/private-postgres.ts';
import { openBrowser } from './budgets/browser.ts';
import { middleOf, type Page } from './budgets/figures.ts';
import { measure } from './budgets/measure.ts';
import { budgetOf, targetsOf } from './budgets/pages.ts';
import { tableOf } from './budgets/table.ts';
import { createDemoDatabase } from './demo-data/fresh-database.ts';
import { startApi } from './shutdown/api.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
const ASKED = process.env['PAGES']?.split(',');

const { settings, drop } = await createDemoDatabase('portal_page_budgets');
const port = await freePort();
const origin = `http://localhost:${port}`;
const api = await startApi(port, { ...settings, PUBLIC_ORIGIN: origin });
const browser = await openBrowser();
try {
  const targets = targetsOf(browser, origin, settings).filter(({ name }) => ASKED?.includes(name) ?? true);
  const measured: Page[] = [];
  for (const target of targets) {
    const url = origin + (await target.find());
    const runs = [];
    // The first load warms up the server.
    for (let run = 0; run <= RUNS; run += 1)
      runs.push(await measure(url, browser.port, await browser.slowdown()));
    measured.push({ name: target.name, budget: budgetOf(target.name), figures: middleOf(runs.slice(1)) });
  }
  const { lines, isWithin } = tableOf(measured);
  const load = loadavg()[0]?.toFixed(1);
  console.log(`Lighthouse, mobile profile, the middle of ${RUNS} runs each; load of this machine: ${load}`);
  console.log(lines.join('\n'));
  if (!isWithin) process.exitCode = 1;
} finally {
  await browser.close();
  await api.stop();
  await drop();
}
