/** For tests against real services. A missing service must be a visible failure, never a skipped test. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    process.env['UNIT_TEST']
      ? `${name} is not set: a unit test has no services (CONTRIBUTING.md says which tests are unit tests).`
      : `${name} is not set: run scripts/services up, then eval "$(scripts/services env)"`,
  );
}
