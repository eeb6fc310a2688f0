/**
 * Plants each fault of the catalogue in a copy of the clone and sees its test go red:
 *   npm run prove tests [-- ID…] [--only vitest|browser] [--why]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setup as createTestTemplate } from '../src/server/testing/global-setup.ts';
import { plantedFaults } from './planted-faults/catalogue.ts';
import { PORTAL_RUNS } from './planted-faults/faults/screens.ts';
import { isBrowserTest, type PlantedFault } from './planted-faults/planted-fault.ts';
import { runTests } from './planted-faults/run-tests.ts';
import { makeScratchCopy } from './planted-faults/scratch-copy.ts';
import { judge, unsound } from './planted-faults/verdict.ts';

const { values: options, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, why: { type: 'boolean', default: false } },
});

const isAskedFor = ({ ids: own }: PlantedFault) => ids.length === 0 || own.some((id) => ids.includes(id));
const inBrowser = plantedFaults.filter(({ test }) => isBrowserTest(test));
const others = plantedFaults.filter(({ test }) => !isBrowserTest(test));

/**
 * Groups faults that are planted together: all browser faults, because each build and start of the portal takes a minute.
 */
const groups = [
  ...(options.only === 'browser' ? [] : others.filter(isAskedFor).map((fault) => [fault])),
  ...(options.only === 'vitest' ? [] : [inBrowser.filter(isAskedFor)]),
].filter((group) => group.length > 0);

const copy = makeScratchCopy(join(import.meta.dirname, '..'));
process.once('exit', () => copy.remove());
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1);

/** Without a fault, every named test must pass. Otherwise its failure would prove nothing. */
async function control(): Promise<string[]> {
  const named = groups.flat().map(({ test }) => test);
  const kinds = [named.filter((test) => !isBrowserTest(test)), named.filter(isBrowserTest)];
  const wrong: string[] = [];
  for (const tests of kinds)
    if (tests.length > 0) wrong.push(...unsound(tests, await runTests(copy.root, tests)));
  return wrong;
}

/** How many of them were detected. */
async function prove(group: readonly PlantedFault[]): Promise<number> {
  const start = performance.now();
  const tests = group.map(({ test }) => test);
  const beside = tests.some(isBrowserTest) ? [PORTAL_RUNS] : [];
  const isInSchema = group.some(({ file }) => file.startsWith('migrations/'));
  const run = await copy.withFaults(group, () =>
    runTests(copy.root, [...tests, ...beside], isInSchema ? 'migrates' : 'has migrated'),
  );
  const broken = unsound(beside, run).join('\n');
  const verdicts = group.map((fault) => ({
    fault,
    ...(broken ? { isNoticed: false, reason: `the portal does not run: ${broken}` } : judge(fault, run)),
  }));
  for (const { fault, isNoticed, reason } of verdicts) {
    const outcome = isNoticed ? secondsSince(start) : `NOT NOTICED: ${reason}`;
    const test = `${fault.test.file} ${fault.test.title}`;
    console.log(`| ${[fault.ids.join(' '), fault.broken, test, outcome].join(' | ')} |`);
    if (options.why && isNoticed) console.log(`  ${reason}`);
  }
  return verdicts.filter(({ isNoticed }) => isNoticed).length;
}

async function main(): Promise<void> {
  const start = performance.now();
  const count = groups.flat().length;
  if (count === 0) throw new Error('No planted fault has these ids.');
  const wrong = await control();
  if (wrong.length > 0) throw new Error(`Nothing was planted:\n${wrong.join('\n')}`);
  console.log(`Without a fault all tests named pass (${secondsSince(start)} s).\n`);
  console.log('| id | what was broken | test | red in s |');
  console.log('|---|---|---|---|');
  let noticed = 0;
  for (const group of groups) noticed += await prove(group);
  console.log(`\n${noticed} of ${count} planted faults were noticed, in ${secondsSince(start)} s.`);
  if (noticed < count) process.exitCode = 1;
}

// All runs copy one migrated database, except those of a fault in the schema: to migrate takes longer than most of the tests.
const dropTemplate = await createTestTemplate();
try {
  await main();
} finally {
  await dropTemplate();
}
