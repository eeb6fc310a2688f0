import type { NamedTest, PlantedFault } from './planted-fault.ts';
import type { RanTest, Run } from './run-tests.ts';

export interface Verdict {
  readonly isNoticed: boolean;
  /** The test's message, or why the result does not count. */
  readonly reason: string;
}

/**
 * A fault that keeps the code from running at all would make any test fail, so it proves nothing. An answer that is not
 * JSON is different.
 */
const CODE_DOES_NOT_RUN = /^(SyntaxError(?!.*JSON)|ReferenceError)|Transform failed/;

/**
 * A fault is detected when the named test ran and failed because of it; if several were planted, with its own message.
 */
export function judge({ test, says = '' }: PlantedFault, { tests, output }: Run): Verdict {
  const unnoticed = (reason: string) => ({ isNoticed: false, reason });
  const ran = testsOf(test, tests);
  if (ran.length === 0) return unnoticed(`no such test ran: ${output.trim().slice(-2000)}`);
  const failed = ran.find(({ hasPassed }) => !hasPassed);
  if (!failed) return unnoticed('the test passed all the same');
  const { message } = failed;
  if (CODE_DOES_NOT_RUN.test(message)) return unnoticed(`the code did not run: ${message}`);
  if (!message.includes(says)) return unnoticed(`the test failed over something else: ${message}`);
  return { isNoticed: true, reason: message.split('\n')[0] ?? '' };
}

/** Why these tests prove nothing: one fails without a fault, or did not run. */
export function unsound(named: readonly NamedTest[], { tests, output }: Run): string[] {
  return named.flatMap((test) => {
    const ran = testsOf(test, tests);
    if (ran.length === 0) return [`did not run: ${test.file} ${test.title} ${output.trim().slice(-2000)}`];
    const failed = ran.filter(({ hasPassed }) => !hasPassed);
    return failed.map(({ title, message }) => `fails without a fault: ${test.file} ${title}: ${message}`);
  });
}

const testsOf = (named: NamedTest, tests: readonly RanTest[]) =>
  tests.filter(({ title }) => title.includes(named.title));
