import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isBrowserTest, type NamedTest } from './planted-fault.ts';

/** A test that ran to its end, passed or failed. A test that could not be loaded or set up is not included. */
export interface RanTest {
  /** The title, including the titles of the groups that contain it. */
  readonly title: string;
  readonly hasPassed: boolean;
  /** The failure message. */
  readonly message: string;
}

export interface Run {
  readonly tests: readonly RanTest[];
  /** The runner's output, which contains the reason when no test ran. */
  readonly output: string;
}

const RESULTS = '.cache/results.json';

/** The tests of these files build on each other: one alone fails without any fault, which would prove nothing. */
const IN_ORDER: ReadonlySet<string> = new Set([
  'src/server/features/import-runs/import-runs.test.ts',
  'src/server/features/import-runs/undo-run.test.ts',
  'src/server/features/posting/day-sheet/day-sheet.test.ts',
  'src/server/features/posting/day-sheet/look-at-lines.test.ts',
  'src/server/features/posting/day-sheet/same-lines.test.ts',
]);

/** Whether a run migrates a database of its own, or copies the one that this process has migrated. */
type Schema = 'migrates' | 'has migrated';

/** Runs only these tests, which are either all browser tests or none, and what they build on. */
export function runTests(
  root: string,
  named: readonly NamedTest[],
  schema: Schema = 'has migrated',
): Promise<Run> {
  return named.some(isBrowserTest) ? runInBrowser(root, named) : runVitest(root, named, schema);
}

async function runVitest(root: string, named: readonly NamedTest[], schema: Schema): Promise<Run> {
  const { output } = await runNode(
    root,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...filesOf(named),
      ...(named.some(({ file }) => IN_ORDER.has(file)) ? [] : ['--testNamePattern', anyTitle(named)]),
      '--reporter=json',
      `--outputFile=${RESULTS}`,
    ],
    schema === 'migrates' ? { TEST_TEMPLATE: '' } : {},
  );
  const tests = readResults<VitestResults>(root)?.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        title: fullName,
        hasPassed: status === 'passed',
        message: failureMessages.join('\n'),
      })),
  );
  return { tests: tests ?? [], output };
}

async function runInBrowser(root: string, named: readonly NamedTest[]): Promise<Run> {
  const built = await runNode(root, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  if (built.code !== 0) return { tests: [], output: built.output };
  const { output } = await runNode(
    root,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...filesOf(named),
      '-g',
      anyTitle(named),
      '--reporter=json',
    ],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: RESULTS },
  );
  const tests = readResults<PlaywrightResults>(root)?.suites.flatMap(testsOf);
  return { tests: tests ?? [], output };
}

interface VitestResults {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { results: { status: string; errors: { message?: string }[] }[] }[] }[];
}

interface PlaywrightResults {
  suites: PlaywrightSuite[];
}

function testsOf({ title, specs, suites = [] }: PlaywrightSuite): RanTest[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .flatMap(({ results }) => results)
      .filter(({ status }) => status !== 'skipped' && status !== 'interrupted')
      .map(({ status, errors }) => ({
        title: spec.title,
        hasPassed: status === 'passed',
        message: stripVTControlCharacters(errors.map(({ message }) => message).join('\n')),
      })),
  );
  return [...own, ...suites.flatMap(testsOf)].map((test) => ({ ...test, title: `${title} ${test.title}` }));
}

const filesOf = (named: readonly NamedTest[]) => [...new Set(named.map(({ file }) => file))];

/** Both runners accept a regular expression. */
const anyTitle = (named: readonly NamedTest[]) =>
  [...new Set(named.map(({ title }) => title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')))].join('|');

function readResults<Results>(root: string): Results | undefined {
  const path = join(root, RESULTS);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Results;
  } catch {
    return undefined;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Waits for the end of the process, whatever its result. */
async function runNode(root: string, args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    // Retries are off, because they are only for CI.
    env: { ...process.env, CI: '', FORCE_COLOR: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}
