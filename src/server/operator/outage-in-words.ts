import pg from 'pg';
import { isOutage } from '../platform/db/outages.ts';

interface OutageInWords {
  words: string;
  exitCode: number;
}

/** What programs take for "try again later" (EX_TEMPFAIL of sysexits.h). */
const TRY_AGAIN_LATER = 75;
const WRONG_SETTINGS = 2;

const READ_ONLY = '25006';
/** The server answers and does not let us in: a wrong name or password, an address it has no rule for, no such database. */
const NOT_LET_IN = /^(28...|3D000)$/;

/** For a command that failed because of the database and not of itself. Null for every other error. */
export function outageInWords(error: unknown): OutageInWords | null {
  const code = codeOf(error);
  if (isOutage(error))
    return {
      words:
        code === READ_ONLY || (error as Error).name === 'ReadOnlyDatabaseError'
          ? 'The database can only be read: it is a standby, or set to read only. Point the address at the primary, or wait until this one has become it, and run the command again.'
          : `The database does not answer (${code ?? (error as Error).message}). Run the command again when it is back: what is done already is not done twice.`,
      exitCode: TRY_AGAIN_LATER,
    };
  if (error instanceof pg.DatabaseError && NOT_LET_IN.test(error.code ?? ''))
    return {
      words: `The database does not let us in (${error.code}). Check DATABASE_URL, or DATABASE_OWNER_URL for commands of the owner.`,
      exitCode: WRONG_SETTINGS,
    };
  return null;
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
