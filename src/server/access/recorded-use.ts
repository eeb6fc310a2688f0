import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { type AuditEvent, isView, isViewRecorded, recordAudit, recordView } from '../platform/audit/audit.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';

/** Names what is being used, e.g. 'company 12', once access to it has been checked. Null means that no event is needed. */
export type RecordUse = (subject: string | null, details?: AuditEvent['details']) => Promise<void>;

type User = Pick<AuditEvent, 'actorId' | 'operator'> & { tenantId: string; sessionId?: string };

/** Ends a read-only transaction whose use has not been recorded yet. */
class NotRecordedYet extends Error {
  readonly tenantId: string;
  readonly event: AuditEvent;

  constructor(tenantId: string, event: AuditEvent) {
    super('The use of this call is not recorded yet.');
    this.tenantId = tenantId;
    this.event = event;
  }
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
  try {
    return await work(usedCall(endpoint, null));
  } catch (error) {
    if (!(error instanceof NotRecordedYet)) throw error;
    const { tenantId, event } = error;
    await withTenant(db, tenantId, (tx) => (isView(event) ? recordView(tx, event) : recordAudit(tx, event)));
    return work(usedCall(endpoint, event.subject));
  }
}

function usedCall({ recordsUse, path }: Endpoint, recorded: string | null): UsedCall {
  let isSaid = false;
  return {
    recorder:
      (tx, { tenantId, sessionId, ...user }) =>
      async (subject, details) => {
        if (!recordsUse) throw new Error(`${path} does not say that its use is recorded.`);
        isSaid = true;
        if (subject === null || subject === recorded) return;
        const event: AuditEvent = {
          ...user,
          action: recordsUse,
          subject,
          details: { ...details, ...(sessionId && { session: sessionId }) },
        };
        if (isView(event) && (await isViewRecorded(tx, event))) return;
        throw new NotRecordedYet(tenantId, event);
      },
    assertSaid() {
      if (recordsUse && !isSaid) throw new Error(`${path} was answered without a record of its use.`);
    },
  };
}
