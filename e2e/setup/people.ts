import { sql } from 'kysely';
import { issueCapability } from '../../src/server/identity/capabilities.ts';
import { openDatabase, type Tx } from '../../src/server/platform/db/database.ts';
import { claim, withClaims, withTenant } from '../../src/server/platform/db/transactions.ts';
import {
  createMembership,
  createSyndicate,
  createTenant,
  createUser,
} from '../../src/server/testing/factories.ts';
import type { Permission } from '../../src/shared/domain/permissions.ts';
import { databaseUrl, HARBOR_CAPITAL } from './environment.ts';
import { DANA } from './portal.ts';

/** Where the server keeps when somebody was there, and until when. */
const TIMES = {
  sessions: ['created_at', 'last_active_at', 'expires_at', 'ended_at', 'second_factor_at'],
  session_tokens: ['issued_at', 'expires_at', 'replaced_at'],
  known_devices: ['created_at', 'last_seen_at'],
  remembered_browsers: ['created_at', 'expires_at'],
};

export type People = ReturnType<typeof openPeople>;

/** Makes people for one test alone: what locks or changes one of them disturbs no other test. */
export function openPeople() {
  const owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 1 });

  /** With everything claimed that is that user's. */
  const as = <T>(email: string, run: (tx: Tx, userId: bigint) => Promise<T>): Promise<T> =>
    withClaims(owner, { tenantId: HARBOR_CAPITAL, loginName: email }, async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      await claim(tx, { userId: user.id });
      return run(tx, user.id);
    });

  return {
    /** A user with Dana's password, these permissions and a name of their own. */
    async twinOfDana(permissions: Permission[] = []): Promise<string> {
      const email = `twin-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
      const dana = await as(DANA, async (tx, userId) => ({
        ...(await tx
          .selectFrom('users')
          .select('passwordHash')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()),
        ...(await tx
          .selectFrom('memberships')
          .select('syndicateId')
          .where('userId', '=', userId)
          .where('tenantId', '=', HARBOR_CAPITAL)
          .executeTakeFirstOrThrow()),
      }));
      const userId = await createUser(owner, {
        email,
        loginName: email.replace('@', '.'),
        passwordHash: dana.passwordHash ?? '',
      });
      await withTenant(owner, HARBOR_CAPITAL, (tx) =>
        createMembership(tx, HARBOR_CAPITAL, userId, { syndicateId: dana.syndicateId, permissions }),
      );
      return email;
    },

    /** Has Dana's password, and no funder lets them in or ever did. */
    async memberOfNothing(): Promise<string> {
      const email = `nowhere-${crypto.randomUUID().slice(0, 8)}@elsewhere.example`;
      const { passwordHash } = await as(DANA, (tx, userId) =>
        tx.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirstOrThrow(),
      );
      await createUser(owner, {
        email,
        loginName: email.replace('@', '.'),
        passwordHash: passwordHash ?? '',
      });
      return email;
    },

    /** Makes somebody a member of a new funder too, and gives its id. */
    async joinFunder(email: string, name: string, slug = `funder-${crypto.randomUUID()}`): Promise<string> {
      const userId = await as(email, async (_, id) => id);
      const tenantId = await createTenant(owner, { name, slug });
      await withTenant(owner, tenantId, async (tx) => {
        const syndicateId = await createSyndicate(tx, tenantId);
        await createMembership(tx, tenantId, userId, { syndicateId });
      });
      return tenantId;
    },

    leaveFunder: (email: string, tenantId: string) =>
      as(email, async (tx, userId) => {
        await claim(tx, { tenantId });
        await tx
          .updateTable('memberships')
          .set({ isTerminated: true })
          .where('userId', '=', userId)
          .where('tenantId', '=', tenantId)
          .execute();
      }),

    takeSwitchingFrom: (email: string) =>
      as(email, (tx, userId) =>
        tx
          .updateTable('memberships')
          .set({ permissions: [] })
          .where('userId', '=', userId)
          .where('tenantId', '=', HARBOR_CAPITAL)
          .execute(),
      ),

    /** As though everything that the server knows of somebody's sign-ins had happened so many minutes earlier. */
    grow: (email: string, minutes: number) =>
      as(email, async (tx, userId) => {
        for (const [table, columns] of Object.entries(TIMES)) {
          const earlier = columns.map(
            (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${minutes * 60})`,
          );
          await sql`update ${sql.table(table)} set ${sql.join(earlier)} where user_id = ${userId}`.execute(
            tx,
          );
        }
      }),

    /** As though the second factor had been shown so long ago that it is asked for again. */
    ageFactor: (email: string) =>
      as(email, (tx, userId) =>
        tx
          .updateTable('sessions')
          .set({ secondFactorAt: sql<Date>`now() - interval '6 minutes'` })
          .where('userId', '=', userId)
          .execute(),
      ),

    issueTicket: (email: string) =>
      as(email, async (tx, subjectId) => {
        const ticket = { kind: 'sign-in ticket', subjectId, seconds: 60, issuedBy: null } as const;
        return (await issueCapability(tx, HARBOR_CAPITAL, ticket)).token;
      }),

    expireResetLinks: (email: string) =>
      as(email, (tx, userId) =>
        tx
          .updateTable('passwordResets')
          .set({ expiresAt: sql<Date>`now() - interval '1 second'` })
          .where('userId', '=', userId)
          .execute(),
      ),

    expireSignInChallenges: (email: string) =>
      as(email, (tx, userId) =>
        tx
          .updateTable('signInChallenges')
          .set({ expiresAt: sql<Date>`now() - interval '1 second'` })
          .where('userId', '=', userId)
          .execute(),
      ),

    requireSecondFactor: (tenantId: string) =>
      withTenant(owner, tenantId, (tx) =>
        tx.updateTable('tenants').set({ requiresSecondFactor: true }).where('id', '=', tenantId).execute(),
      ),

    discloseAccounts: () =>
      withTenant(owner, HARBOR_CAPITAL, (tx) =>
        tx.updateTable('tenants').set({ disclosesAccounts: true }).where('id', '=', HARBOR_CAPITAL).execute(),
      ),

    close: () => owner.destroy(),
  };
}
