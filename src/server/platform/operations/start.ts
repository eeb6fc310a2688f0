import { type Env, readEnv, SettingsError } from '../settings/env.ts';

/** A program that is set up wrongly says so in plain words, before it does anything. */
export function envOrExit(): Env {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
