import { type Finding, failed, ok, warning } from './finding.ts';

/** The tests run on both: CI on the oldest, `npm run prove pg18` on the newest. */
const OLDEST_TESTED = 15;
const NEWEST_TESTED = 18;

/** Looks at a version such as 15 or 18, which the server calls `name` ('15.14 (Debian …)'). */
export function versionFinding(version: number, name: string, details: string): Finding {
  if (version < OLDEST_TESTED)
    return failed('database', `PostgreSQL ${name} is too old: ${OLDEST_TESTED} or newer is needed.`);
  if (version > NEWEST_TESTED)
    return warning(
      'database',
      `PostgreSQL ${name}, ${details}. The portal is tested with ${OLDEST_TESTED} to ${NEWEST_TESTED}.`,
    );
  return ok('database', `PostgreSQL ${name}, ${details}`);
}
