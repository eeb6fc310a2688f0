import { sql } from 'kysely';
import { type AuditAction, VIEWS } from '../../../shared/contract/audit-actions.ts';
import { capitalized } from '../../../shared/domain/capitalized.ts';
import type { Tx } from '../../platform/db/database.ts';
import { namesOfSubjects } from './subject-names.ts';
import { namesOf, whoOf } from './who.ts';

const MOST = 8;
/** Only so far back is it looked, however much of the trail is only visits. */
const FURTHEST = 200;

/** What happens all day long and tells nobody what to do next. */
const QUIET: readonly AuditAction[] = [
  ...VIEWS,
  'signed in',
  'signed out',
  'second factor confirmed',
  'sign-in failed',
  'sessions ended',
  // One for each row: of the import as a whole there is another event.
  'imported row changed',
];

interface Happened {
  sequence: bigint;
  at: Date;
  action: string;
  subject: string | null;
  actorId: bigint | null;
  details: Record<string, unknown>;
}

/** The last events of the audit trail, the newest first. */
export async function readHappened(tx: Tx, tenantId: string) {
  const { rows } = await sql<Happened>`
    select recent.sequence, recent.at, recent.action, recent.subject, recent.actor_id, recent.details
    from (
      select sequence, at, action, subject, actor_id, details from audit_events
      where tenant_id = ${tenantId}::uuid order by sequence desc limit ${sql.lit(FURTHEST)}
    ) recent
    where recent.action <> all (${QUIET}::text[])
    order by recent.sequence desc limit ${sql.lit(MOST)}`.execute(tx);
  const names = await namesOf(
    tx,
    tenantId,
    rows.map(({ actorId }) => actorId),
  );
  const subjects = await namesOfSubjects(
    tx,
    rows.map(({ subject }) => subject),
  );
  return rows.map((event) => ({
    sequence: event.sequence,
    at: event.at.toISOString(),
    who: whoOf(event, names),
    words: inWords(event, subjects),
  }));
}

/** Begins with what was done, as the trail calls it, and what it was done to, as people call that. */
function inWords({ action, subject, details }: Happened, names: ReadonlyMap<string, string>): string {
  const done = capitalized(action);
  if (action === 'payments posted')
    return `${done}: ${details['posted'] ?? 0} of ${details['entries'] ?? 0} lines`;
  const named = names.get(subject ?? '') ?? plainly(subject ?? '');
  return named === '' ? done : `${done}: ${named}`;
}

/**
 * Ids and the word for the whole tenant tell a reader nothing: the id of a session, or of what is gone by now. A payment has the reference that
 * its bank calls it by.
 */
const plainly = (subject: string): string =>
  subject === 'tenant' || AN_ID.test(subject) ? '' : subject.replace(/^job /, '');

const AN_ID = /^(?!payment )[a-z_ ]+ (\d{1,18}|[\da-f-]{36})$/;
