import type { AuditEvent } from '../../platform/audit/audit.ts';
import { type Operator, operatorName } from '../../platform/audit/operator.ts';

/** A user of the syndicate who asks for something themselves. */
interface Member {
  userId: bigint;
  email: string;
}

/** Who does something to a cash account: somebody who works for the funder, or a user of the syndicate. */
export type CashActor = Operator | Member;

const isMember = (actor: CashActor): actor is Member => !('via' in actor);

/** The name that is kept with an entry or a request. */
export const nameOf = (actor: CashActor): string =>
  isMember(actor) ? `user: ${actor.email}` : operatorName(actor);

/** The same for the audit trail. */
export const eventOf = (actor: CashActor): Pick<AuditEvent, 'actorId' | 'operator'> =>
  isMember(actor) ? { actorId: actor.userId } : { actorId: null, operator: actor };
