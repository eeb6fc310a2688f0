/** For tests against real services: a missing service is a failure to be seen, never a test that is skipped. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: run scripts/services up, then eval "$(scripts/services env)"`);
  return value;
}
