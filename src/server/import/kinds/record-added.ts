import { recordAudit } from '../../platform/audit/audit.ts';
import type { RowContext } from '../kind.ts';

const ADDED = {
  brokers: { action: 'broker added', of: 'broker' },
  offers: { action: 'offer added', of: 'offer' },
  syndicates: { action: 'syndicate added', of: 'syndicate' },
  users: { action: 'user invited', of: 'user' },
} as const;

/** Whoever issued a service token stands behind what it brings in. What the desk imports is noted with its run. */
export function recordAdded(
  { tx, operator, afterAllRows }: RowContext,
  kind: keyof typeof ADDED,
  id: bigint,
  details: { name?: string } = {},
): void {
  if (operator.via !== 'service token') return;
  const { action, of } = ADDED[kind];
  afterAllRows(() => recordAudit(tx, { actorId: null, operator, action, subject: `${of} ${id}`, details }));
}
