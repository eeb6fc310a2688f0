import { type Env, readEnv, SettingsError } from '../settings/env.ts';

/** Reads the settings, or ends with a readable message before anything else happens. */
export function envOrExit(): Env {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
