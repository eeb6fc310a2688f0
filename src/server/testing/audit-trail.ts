import { withTenant } from '../platform/db/transactions.ts';
import type { TestDatabase } from './test-database.ts';

/** The audit events of a tenant, all of them or only those about a subject, oldest first. */
export const trailOf = ({ db }: TestDatabase, tenantId: string, subject?: string) =>
  withTenant(db, tenantId, (tx) => {
    const events = tx
      .selectFrom('auditEvents')
      .select(['action', 'subject', 'actorId', 'details'])
      .orderBy('sequence');
    return (subject === undefined ? events : events.where('subject', '=', subject)).execute();
  });
