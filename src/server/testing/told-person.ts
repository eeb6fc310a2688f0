import { sql } from 'kysely';
import type { NotificationChoice, NotificationKind } from '../../shared/domain/notifications.ts';
import { type Happened, tell } from '../notifications/tell.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createMembership, createUser } from './factories.ts';
import { openSession } from './open-session.ts';
import type { TestPortal } from './portal.ts';
import { asMember, postAsMember } from './test-app.ts';

export type ToldPerson = Awaited<ReturnType<typeof createToldPerson>>;

interface WireChoice {
  kind: NotificationKind;
  choice: NotificationChoice;
  with_files: boolean;
  changed_at: string | null;
  by_link: boolean;
}

/** Somebody of a syndicate with a mailbox of their own, signed in. */
export async function createToldPerson(
  { app, database, tenantId }: Pick<TestPortal, 'app' | 'database' | 'tenantId'>,
  syndicateId: bigint,
  email = `told-${crypto.randomUUID()}@investor.example`,
) {
  const userId = await createUser(database.owner, { email });
  await withTenant(database.owner, tenantId, (tx) => createMembership(tx, tenantId, userId, { syndicateId }));
  const accessToken = await openSession(database.owner, userId);
  const path = '/api/notifications/choices';
  return {
    email,
    userId,
    choose: (kind: string, choice: string, withFiles?: boolean) =>
      app.fetch(path, postAsMember({ kind, choice, with_files: withFiles }, accessToken, tenantId)),
    async choices(): Promise<WireChoice[]> {
      const answer = await app.fetch(path, asMember(accessToken, tenantId));
      return ((await answer.json()) as { choices: WireChoice[] }).choices;
    },
    async choiceOf(kind: NotificationKind): Promise<WireChoice | undefined> {
      return (await this.choices()).find((chosen) => chosen.kind === kind);
    },
  };
}

let count = 0;

/** Something happens to a syndicate. Returns the subject of what it is told. */
export async function happen(
  { database, tenantId }: Pick<TestPortal, 'database' | 'tenantId'>,
  syndicateId: bigint,
  kind: NotificationKind,
  { toldAt, ...happened }: Partial<Happened> & { toldAt?: string } = {},
): Promise<string> {
  count += 1;
  const subject = `Something happened: ${crypto.randomUUID()}`;
  const words = { event: `event ${count}`, subject, words: 'It is in the portal.', path: '/dashboard' };
  await withTenant(database.db, tenantId, (tx) =>
    tell(tx, { tenantId, kind, syndicateId, ...words, ...happened }),
  );
  if (toldAt)
    await withTenant(database.db, tenantId, (tx) =>
      sql`update notification_items set told_at = ${toldAt}::timestamptz where subject = ${subject}`.execute(
        tx,
      ),
    );
  return subject;
}

/** How many mails of notifications are still to be sent. */
export async function mailsToSend({ database }: Pick<TestPortal, 'database'>): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier = 'mail notification'`.execute(database.owner);
  return rows.length;
}
