import { withTenant } from '../platform/db/transactions.ts';
import type { TestDatabase } from './test-database.ts';

/** What a tenant's trail says of a subject, or all of it, the oldest first. */
export const trailOf = ({ db }: TestDatabase, tenantId: string, subject?: string) =>
  withTenant(db, tenantId, (tx) => {
    const events = tx
      .selectFrom('auditEvents')
      .select(['action', 'subject', 'actorId', 'details'])
      .orderBy('sequence');
    return (subject === undefined ? events : events.where('subject', '=', subject)).execute();
  });
