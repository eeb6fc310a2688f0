import type { Endpoint } from '../../shared/contract/endpoint.ts';
import {
  type AuditEvent,
  isView,
  isViewRecorded,
  recordAudit,
  recordView,
  type ViewEvent,
} from '../platform/audit/audit.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';

/**
 * Names what is being used, e.g. 'company 12', once access to it has been checked. Null means that no event is needed. What is to be
 * written beside the event, such as a count of it, is written in its transaction.
 */
export type RecordUse = (
  subject: string | null,
  details?: AuditEvent['details'],
  beside?: (tx: Tx) => Promise<unknown>,
) => Promise<void>;

type User = Pick<AuditEvent, 'actorId' | 'operator'> & { tenantId: string; sessionId?: string };

/** Ends a read-only transaction whose use has not been recorded yet. */
class NotRecordedYet extends Error {
  readonly tenantId: string;
  readonly event: AuditEvent;
  readonly beside: ((tx: Tx) => Promise<unknown>) | undefined;

  constructor(tenantId: string, event: AuditEvent, beside?: (tx: Tx) => Promise<unknown>) {
    super('The use of this call is not recorded yet.');
    this.tenantId = tenantId;
    this.event = event;
    this.beside = beside;
  }
}

/** Ends a read-only transaction before which something else has to be written. */
class NotNotedYet extends Error {
  readonly tenantId: string;
  readonly what: string;
  readonly note: (tx: Tx) => Promise<unknown>;

  constructor(tenantId: string, what: string, note: (tx: Tx) => Promise<unknown>) {
    super(`It is not noted yet: ${what}.`);
    this.tenantId = tenantId;
    this.what = what;
    this.note = note;
  }
}

/**
 * For a call that only reads and that shows by itself that something has happened, such as that an invite was opened. Ends the call's
 * transaction; the note is written in one of its own, and the call starts over. Called only if the note is not there yet.
 */
export function noteFirst(tenantId: string, what: string, note: (tx: Tx) => Promise<unknown>): never {
  throw new NotNotedYet(tenantId, what, note);
}

/** Ends the transaction of a call within `recordingUse` unless this view is in the trail already: it is recorded, and the call starts over. */
export async function requireRecordedView(tx: Tx, tenantId: string, event: ViewEvent): Promise<void> {
  if (!(await isViewRecorded(tx, event))) throw new NotRecordedYet(tenantId, event);
}

export interface UsedCall {
  /** Returns the function with which the handler of the answering transaction records the use. */
  recorder(tx: Tx, user: User): RecordUse;
  /** Throws if the handler has not named what it used, so that nothing is shown unrecorded by mistake. */
  assertSaid(): void;
}

/**
 * Answers a call that only reads and whose use is recorded. The event is written first, in a short transaction of its own. The
 * head of the chain is then locked only for a moment and not for the length of a download, and there is no answer if the event
 * cannot be written. A use that is not recorded yet therefore ends the transaction, is recorded, and the work starts over.
 */
export async function recordingUse<T>(
  db: Database,
  endpoint: Endpoint,
  work: (call: UsedCall) => Promise<T>,
): Promise<T> {
  const recorded = new Set<string>();
  for (;;) {
    try {
      return await work(usedCall(endpoint, recorded));
    } catch (error) {
      if (error instanceof NotNotedYet && !recorded.has(error.what)) {
        await withTenant(db, error.tenantId, error.note);
        recorded.add(error.what);
        continue;
      }
      // Each event once: somebody of the staff looks at the portal, and at a deal in it.
      if (!(error instanceof NotRecordedYet) || recorded.has(error.event.subject)) throw error;
      const { tenantId, event, beside } = error;
      await withTenant(db, tenantId, async (tx) => {
        await beside?.(tx);
        await (isView(event) ? recordView(tx, event) : recordAudit(tx, event));
      });
      recorded.add(event.subject);
    }
  }
}

function usedCall({ recordsUse, path }: Endpoint, recorded: ReadonlySet<string>): UsedCall {
  let isSaid = false;
  return {
    recorder:
      (tx, { tenantId, sessionId, ...user }) =>
      async (subject, details, beside) => {
        if (!recordsUse) throw new Error(`${path} does not say that its use is recorded.`);
        isSaid = true;
        if (subject === null || recorded.has(subject)) return;
        const event: AuditEvent = {
          ...user,
          action: recordsUse,
          subject,
          details: { ...details, ...(sessionId && { session: sessionId }) },
        };
        if (isView(event) && (await isViewRecorded(tx, event))) return;
        throw new NotRecordedYet(tenantId, event, beside);
      },
    assertSaid() {
      if (recordsUse && !isSaid) throw new Error(`${path} was answered without a record of its use.`);
    },
  };
}
