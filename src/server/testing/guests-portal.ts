import type { GuestPart } from '../../shared/domain/guest-parts.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createMembership, createSyndicate, createUser } from './factories.ts';
import { createGuest, UNTIL } from './guests.ts';
import { openSession } from './open-session.ts';
import { openTestPortal, PASSWORD } from './portal.ts';
import { addFactor } from './staff.ts';
import { asMember, passwords, postAsMember } from './test-app.ts';

export type GuestsPortal = Awaited<ReturnType<typeof openGuestsPortal>>;

/** Opens a portal whose investor looks after the guests of the syndicate, with what a test needs of guests. */
export async function openGuestsPortal() {
  const portal = await openTestPortal();
  const { app, database, tenantId, syndicateId } = portal;
  const { owner } = database;
  const guestsOf = `/api/syndicates/${syndicateId}/guests`;
  const passwordHash = await passwords.hash(PASSWORD);

  const addManager = async (name = 'manager', more: Parameters<typeof portal.addInvestor>[1] = {}) => {
    const email = `${name}-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
    const userId = await portal.addInvestor(email, { permissions: ['manage-guests'], ...more });
    return { userId, accessToken: await openSession(owner, userId) };
  };
  const manager = await addManager();

  /** Somebody with a second factor and a live session, to whom the book is open. */
  async function addGuest(
    parts?: readonly GuestPart[],
    more: Partial<Parameters<typeof createGuest>[2]> = {},
  ) {
    const email = `guest-${crypto.randomUUID().slice(0, 8)}@ledger.example`;
    const userId = await createUser(owner, { email, passwordHash });
    const guestId = await withTenant(owner, tenantId, async (tx) => {
      await createMembership(tx, tenantId, userId, { role: 'guest' });
      return createGuest(tx, tenantId, {
        ...{ syndicateId, userId, invitedBy: manager.userId, ...(parts && { parts }), ...more },
      });
    });
    const accessToken = await openSession(owner, userId);
    await addFactor(owner, userId);
    return { email, userId, guestId, accessToken };
  }

  return {
    ...portal,
    guestsOf,
    manager,
    addManager,
    addGuest,
    addSyndicate: () => withTenant(owner, tenantId, (tx) => createSyndicate(tx, tenantId)),
    get: (path: string, accessToken: string) => app.fetch(path, asMember(accessToken, tenantId)),
    send: (
      method: string,
      path: string,
      accessToken: string,
      body: object = {},
      key = crypto.randomUUID(),
    ) => {
      const init = postAsMember(body, accessToken, tenantId);
      return app.fetch(path, {
        ...init,
        method,
        headers: { ...(init.headers as Record<string, string>), 'idempotency-key': key },
      });
    },
    invite: (email: string, more: object = {}, accessToken = manager.accessToken) => {
      const body = { email, name: 'Lee Book', parts: ['payouts'], until: UNTIL, ...more };
      const init = postAsMember(body, accessToken, tenantId);
      return app.fetch(guestsOf, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), 'idempotency-key': crypto.randomUUID() },
      });
    },
  };
}
