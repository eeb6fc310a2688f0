import { sql } from 'kysely';
import * as z from 'zod';
import { ROLES } from '../../../shared/domain/roles.ts';
import type { Tx } from '../../db/database.ts';
import { claim } from '../../db/transactions.ts';
import { findOrAddUser, LoginNameTaken } from '../../identity/find-or-add-user.ts';
import { email, externalId, flag, oneOf, reference, text } from '../columns.ts';
import { defineKind, RowRefusal, requireSame, type Work } from '../kind.ts';

const schema = z
  .object({
    external_id: externalId(),
    email: email(),
    name: text(200),
    login_name: text(100)
      .regex(/^[a-z0-9._-]+$/, 'has something else than small letters, digits, . _ and -')
      .optional(),
    role: oneOf(ROLES),
    syndicate: reference('syndicates').optional(),
    can_switch_syndicates: flag().optional(),
    can_view_fcs: flag().optional(),
    is_terminated: flag().optional(),
  })
  .refine(({ role, syndicate }) => (role === 'syndication') === (syndicate !== undefined), {
    path: ['syndicate'],
    message: 'is there for the role syndication, and only for that',
  });

type Row = z.output<typeof schema>;

const membershipOf = ({ idOf }: Work, row: Row) => ({
  role: row.role,
  syndicateId: idOf(row.syndicate),
  canSwitchSyndicates: row.can_switch_syndicates ?? false,
  canViewFcs: row.can_view_fcs ?? false,
  isTerminated: row.is_terminated ?? false,
});

export const users = defineKind({
  name: 'users',
  about:
    'People and what they may do. A new account has no password and gets no mail. Whoever has an account in the portal ' +
    'already, with you or with another funder, keeps it as it is and gets a membership.',
  schema,
  describe: {
    external_id: 'your id of the person',
    email: 'address; one account each, in the whole portal. It stays',
    name: 'as shown. Of a new account; the person may change it',
    login_name:
      'to sign in with instead of the address. Of a new account; made from the address if empty. It stays',
    role: `one of ${ROLES.join(', ')}`,
    syndicate: '`external_id` of the syndicate, for the role `syndication`',
    can_switch_syndicates: '`true`: may look at every syndicate; `false` if empty',
    can_view_fcs: '`true`: may open file control sheets; `false` if empty',
    is_terminated: '`true`: may no longer sign in here; `false` if empty',
  },
  examples: [
    {
      external_id: 'U-1',
      email: 'ruth@mapleridge.example',
      name: 'Ruth Alvarez',
      login_name: 'ruth.alvarez',
      role: 'syndication',
      syndicate: 'SYN-1',
      can_view_fcs: 'true',
    },
    {
      external_id: 'U-2',
      email: 'omar@stoneharbor.example',
      name: 'Omar Haddad',
      role: 'syndication',
      syndicate: 'SYN-2',
    },
  ],
  async create(work, row) {
    const userId = await accountOf(work.tx, row);
    await work.tx
      .insertInto('memberships')
      .values({ tenantId: work.tenantId, userId, ...membershipOf(work, row) })
      .execute();
    await forgetPerson(work.tx);
    return userId;
  },
  async change(work, userId, row) {
    await claim(work.tx, { userId });
    const before = await work.tx
      .selectFrom('users')
      .select(['email', 'loginName'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await forgetPerson(work.tx);
    requireSame(
      before,
      { email: row.email },
      'stays: the account belongs to the person who has this address',
    );
    if (row.login_name !== undefined && row.login_name !== before.loginName)
      throw new RowRefusal('login_name', 'stays as it was given to the account');
    await work.tx
      .updateTable('memberships')
      .set(membershipOf(work, row))
      .where('tenantId', '=', work.tenantId)
      .where('userId', '=', userId)
      .execute();
  },
  taken: {
    memberships_pkey: ['email', 'is another row’s: this person is a member already'],
  },
});

async function accountOf(tx: Tx, { email: address, name, login_name: loginName }: Row): Promise<bigint> {
  try {
    return await findOrAddUser(tx, { email: address, name, loginName });
  } catch (error) {
    if (error instanceof LoginNameTaken) throw new RowRefusal('login_name', 'is somebody else’s');
    throw error;
  }
}

/** What comes next in this transaction is nobody's. */
async function forgetPerson(tx: Tx): Promise<void> {
  await sql.raw(`set local app."user" = ''; set local app.login = ''`).execute(tx);
}
