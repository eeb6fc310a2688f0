// Lists which tests name which requirement: node scripts/spec-coverage.ts [--summary]
// A test proves a requirement by naming its id in its title: test('LOGIN-05 locks after four failures', …).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

interface TestTitle {
  file: string;
  line: number;
  title: string;
  isSkipped: boolean;
  /** CI leaves it out; `npm run e2e` runs it. */
  isOfFullRun: boolean;
}

interface Coverage {
  byId: Map<string, TestTitle[]>;
  unknown: { id: string; title: TestTitle }[];
}

const testFilePatterns = [
  'src/**/*.test.ts',
  'src/**/*.test.tsx',
  'scripts/**/*.test.ts',
  'scripts/**/*.test.tsx',
  'e2e/**/*.spec.ts',
];
const testFunctions = new Set(['test', 'it', 'describe', 'suite']);
const titledMembers = new Set(
  'describe only skip todo fixme fail fails each for concurrent sequential serial parallel runIf skipIf'.split(
    ' ',
  ),
);
const skippingMembers = new Set(['skip', 'todo', 'fixme']);
// Words that look like an id but are not. Every other word of that form must exist.
const otherPrefixes = new Set(['UTF', 'AES', 'SHA']);

/** The ids that docs/requirements.md defines: the first cell of each table row that contains one, in order. */
export function readRequirementIds(markdown: string): string[] {
  const ids = Array.from(markdown.matchAll(/^\|\s*([A-Z]+-\d{2,3})\s*\|/gm), (match) => match[1] ?? '');
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`Defined more than once: ${twice.join(', ')}`);
  return ids;
}

export function idsIn(text: string): string[] {
  const found = Array.from(text.matchAll(/\b([A-Z]+)-\d{2,3}\b/g));
  return [...new Set(found.filter((match) => !otherPrefixes.has(match[1] ?? '')).map((match) => match[0]))];
}

/** The titles of all test, it and describe calls. Tests inside a skipped describe are skipped too, and so with those of the full run. */
export function readTestTitles(source: string, file: string): TestTitle[] {
  const sourceFile = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const titles: TestTitle[] = [];
  const visit = (node: ts.Node, outside: Pick<TestTitle, 'isSkipped' | 'isOfFullRun'>): void => {
    let { isSkipped, isOfFullRun } = outside;
    if (ts.isCallExpression(node)) {
      const chain = calleeChain(node.expression);
      const title = node.arguments[0] && literalText(node.arguments[0]);
      if (title !== undefined && isTestCall(chain)) {
        isSkipped ||= chain.some((name) => skippingMembers.has(name));
        isOfFullRun ||= node.arguments[1]?.getText() === 'FULL_RUN';
        const { line } = sourceFile.getLineAndCharacterOfPosition(node.getStart());
        titles.push({ file, line: line + 1, title, isSkipped, isOfFullRun });
      }
    }
    ts.forEachChild(node, (child) => visit(child, { isSkipped, isOfFullRun }));
  };
  visit(sourceFile, { isSkipped: false, isOfFullRun: false });
  return titles;
}

/** `test.each(rows)` and `test.describe.only` as ['test', 'each'] and ['test', 'describe', 'only']. */
function calleeChain(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeChain(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return calleeChain(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calleeChain(callee.tag);
  return ['']; // some other expression, such as the regex in /x/.test(…)
}

function isTestCall([root, ...members]: string[]): boolean {
  return root !== undefined && testFunctions.has(root) && members.every((name) => titledMembers.has(name));
}

function literalText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('');
}

export function matchTitles(ids: readonly string[], titles: readonly TestTitle[]): Coverage {
  const byId = new Map<string, TestTitle[]>(ids.map((id) => [id, []]));
  const unknown: Coverage['unknown'] = [];
  for (const title of titles) {
    for (const id of idsIn(title.title)) {
      const named = byId.get(id);
      if (named) named.push(title);
      else unknown.push({ id, title });
    }
  }
  return { byId, unknown };
}

/** A skipped test is listed, but proves nothing. One that CI leaves out does not show that the next change keeps what it proves. */
function isNamed(titles: readonly TestTitle[]): boolean {
  return titles.some((title) => !title.isSkipped && !title.isOfFullRun);
}

function describeTitle({ file, line, title, isSkipped, isOfFullRun }: TestTitle): string {
  return `${file}:${line} ${title}${isSkipped ? ' (skipped)' : ''}${isOfFullRun ? ' (in the full run)' : ''}`;
}

export function closingLine({ byId }: Coverage): string {
  const named = [...byId.values()].filter(isNamed).length;
  return `${byId.size} requirements: ${named} named by a test of CI, ${byId.size - named} by none.`;
}

/** Each id with the number of tests that name it, followed by the tests. */
export function fullReport(coverage: Coverage): string {
  const listed = [...coverage.byId].map(([id, titles]) => {
    const head = `${id.padEnd(10)} ${titles.length} ${titles.length === 1 ? 'test' : 'tests'}`;
    return [head, ...titles.map((title) => `  ${describeTitle(title)}`)].join('\n');
  });
  const missing = [...coverage.byId].filter(([, titles]) => !isNamed(titles)).map(([id]) => id);
  return [
    ...listed,
    '',
    `Named by no test of CI: ${missing.join(' ') || 'none'}`,
    '',
    closingLine(coverage),
  ].join('\n');
}

export function summaryReport(coverage: Coverage): string {
  const groups = new Map<string, { named: number; all: number }>();
  for (const [id, titles] of coverage.byId) {
    const group = id.slice(0, id.indexOf('-'));
    const count = groups.get(group) ?? { named: 0, all: 0 };
    groups.set(group, { named: count.named + (isNamed(titles) ? 1 : 0), all: count.all + 1 });
  }
  const lines = [...groups].map(([group, { named, all }]) => `${group.padEnd(8)} ${named} of ${all}`);
  return [...lines, closingLine(coverage)].join('\n');
}

function main(): void {
  const root = join(import.meta.dirname, '..');
  const ids = readRequirementIds(readFileSync(join(root, 'docs/requirements.md'), 'utf8'));
  const files = globSync(testFilePatterns, { cwd: root }).sort();
  const titles = files.flatMap((file) => readTestTitles(readFileSync(join(root, file), 'utf8'), file));
  const coverage = matchTitles(ids, titles);
  console.log(process.argv.includes('--summary') ? summaryReport(coverage) : fullReport(coverage));
  for (const { id, title } of coverage.unknown) {
    console.error(`No such requirement: ${id}, named by ${describeTitle(title)}`);
  }
  const isComplete = ids.length > 0 && [...coverage.byId.values()].every(isNamed);
  if (!isComplete || coverage.unknown.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
