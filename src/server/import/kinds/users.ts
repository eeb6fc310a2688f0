import * as z from 'zod';
import {
  INVESTOR_PERMISSION_NAMES,
  INVESTOR_PERMISSIONS,
  type InvestorPermission,
} from '../../../shared/domain/investor-permissions.ts';
import { GIVEN_ROLES, isStaff, permissionsOfRole, type Role } from '../../../shared/domain/roles.ts';
import { closeUser, reopenUser, setPermissions } from '../../identity/change-user.ts';
import { findOrAddUser, LoginNameTaken } from '../../identity/find-or-add-user.ts';
import { type Member, requireMember } from '../../identity/members.queries.ts';
import { refuseStaffByToken } from '../../identity/staff-by-token.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forgetUser } from '../../platform/db/transactions.ts';
import { externalIdOf } from '../changed-rows.ts';
import { columnHashes } from '../column-hashes.ts';
import { email, externalId, flag, oneOf, personName, reference, text } from '../columns.ts';
import { contentHash, saveExternalIds } from '../external-ids.ts';
import { defineKind, type FieldChange, type RowContext, requireUnchanged } from '../kind.ts';
import { RowRefusal } from '../row-refusal.ts';
import { recordAdded } from './record-added.ts';

type PermissionColumn = (typeof INVESTOR_PERMISSIONS)[InvestorPermission]['field'];

/** A column for each permission that investors hold. Staff begin with those of their role; what one of them has besides is set at the desk. */
const permissionColumns = <T>(make: (name: InvestorPermission) => T) =>
  Object.fromEntries(
    INVESTOR_PERMISSION_NAMES.map((name) => [INVESTOR_PERMISSIONS[name].field, make(name)]),
  ) as Record<PermissionColumn, T>;

const WRONG_SYNDICATE = 'is there for the role syndication, and only for that';

const hasItsSyndicate = (role: Role, syndicate: unknown) => (role === 'syndication') === (syndicate != null);

const schema = z
  .object({
    external_id: externalId(),
    email: email(),
    name: personName(200),
    login_name: text(100)
      .regex(/^[a-z0-9._-]+$/, 'has something else than small letters, digits, . _ and -')
      .nullish(),
    role: oneOf(GIVEN_ROLES),
    syndicate: reference('syndicates').nullish(),
    ...permissionColumns(() => flag().nullish()),
    is_terminated: flag().nullish(),
  })
  // A syndicate that the file leaves out may be stored already.
  .refine(({ role, syndicate }) => syndicate === undefined || hasItsSyndicate(role, syndicate), {
    path: ['syndicate'],
    message: WRONG_SYNDICATE,
  });

type Row = z.output<typeof schema>;

const permissionsOf = (row: Row) => [
  ...permissionsOfRole(row.role),
  ...INVESTOR_PERMISSION_NAMES.filter((name) => row[INVESTOR_PERMISSIONS[name].field] === true),
];

export const users = defineKind({
  name: 'users',
  about:
    'Users and their permissions. A new account has no password and gets no mail. A person who already has an account in the ' +
    'portal, with you or with another funder, keeps it unchanged and is asked by mail to accept, when you invite them. A user whom you invited by command ' +
    'is linked to the row and gets its permissions.',
  schema,
  describe: {
    external_id: 'your id of the person',
    email: 'e-mail address; one account for each, in the whole portal. It cannot be changed',
    name: 'displayed name, with you alone; the person may change it',
    login_name:
      'to sign in with instead of the address. Of a new account; made from the address if empty. It cannot be changed',
    role: `one of ${GIVEN_ROLES.join(', ')}`,
    syndicate: '`external_id` of the syndicate, for the role `syndication`',
    ...permissionColumns((name) => `\`true\`: ${INVESTOR_PERMISSIONS[name].about}; \`false\` if empty`),
    is_terminated: '`true`: may no longer sign in here; `false`: may again; as it is if empty',
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
      can_switch_syndicates: 'false',
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
    if (!hasItsSyndicate(row.role, row.syndicate)) throw new RowRefusal('syndicate', WRONG_SYNDICATE);
    const userId = await accountOf(work.tx, row);
    await forgetUser(work.tx);
    const { numInsertedOrUpdatedRows } = await work.tx
      .insertInto('memberships')
      .values({
        tenantId: work.tenantId,
        userId,
        name: row.name,
        role: row.role,
        syndicateId: work.idOf(row.syndicate),
        permissions: permissionsOf(row),
        isTerminated: row.is_terminated ?? false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const wasThere = numInsertedOrUpdatedRows === 0n;
    if (!wasThere) refuseStaffByToken(work.operator, row.role);
    const changes = wasThere ? await adopt(work, userId, row) : [];
    // Done now rather than with the other rows, because the next row may be about the same person.
    await saveExternalIds(work.tx, work.tenantId, 'users', [
      {
        externalId: row.external_id,
        id: userId,
        contentHash: contentHash(row),
        columnHashes: columnHashes(row),
      },
    ]);
    if (!wasThere) recordAdded(work, 'users', userId);
    return wasThere ? { existingId: userId, changes } : userId;
  },
  async change(work, userId, row, changed) {
    const before = await requireMember(work.tx, work.tenantId, { id: userId });
    await forgetUser(work.tx);
    requireUnchanged(
      { email: before.email },
      { email: row.email },
      'stays: the account belongs to the person who has this address',
    );
    // Somebody else's login name is not to be found out by importing it.
    if (row.login_name != null && before.loginName !== null && row.login_name !== before.loginName)
      throw new RowRefusal('login_name', 'stays as it was given to the account');
    return takeOver(work, before, row, changed);
  },
});

/** A member who was added by command, and who now gets the external id of the funder's own system. */
async function adopt(work: RowContext, userId: bigint, row: Row): Promise<FieldChange[]> {
  const other = await work.tx
    .selectFrom('externalIds')
    .select('externalId')
    .where('tenantId', '=', work.tenantId)
    .where('kind', '=', 'users')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (other) throw new RowRefusal('email', `is another row’s: this person is ${other.externalId} already`);
  const before = await requireMember(work.tx, work.tenantId, { id: userId });
  await forgetUser(work.tx);
  return takeOver(work, before, row, new Set(Object.keys(columnHashes(row))));
}

/**
 * Applies each difference in the same way as the command does: with its audit events, and ending the sessions of a closed
 * user. Returns what will be another.
 */
async function takeOver(
  work: RowContext,
  before: Member,
  row: Row,
  changed: ReadonlySet<string>,
): Promise<FieldChange[]> {
  const { tx, tenantId, operator } = work;
  const { id } = before;
  const role = changed.has('role') ? row.role : before.role;
  const syndicateId = changed.has('syndicate') ? work.idOf(row.syndicate) : before.syndicateId;
  if (!hasItsSyndicate(role, syndicateId)) throw new RowRefusal('syndicate', WRONG_SYNDICATE);
  const permissions = Object.fromEntries(
    INVESTOR_PERMISSION_NAMES.map((name) => {
      const column = INVESTOR_PERMISSIONS[name].field;
      const wanted = row[column] ?? false;
      return [name, changed.has(column) && wanted !== before.permissions.has(name) ? wanted : undefined];
    }),
  ) as Record<InvestorPermission, boolean | undefined>;
  const isClosed = before.state === 'closed';
  const closes = changed.has('is_terminated') ? (row.is_terminated ?? isClosed) : isClosed;
  const change = {
    ...(role !== before.role && { role }),
    ...(syndicateId !== before.syndicateId && { syndicateId }),
    permissions,
  };
  const nameOf = async (syndicate: bigint | null) =>
    syndicate === null ? '' : externalIdOf(work, 'syndicates', syndicate);
  const changes: FieldChange[] = [
    { field: 'role', before: before.role, after: role },
    { field: 'syndicate', before: await nameOf(before.syndicateId), after: await nameOf(syndicateId) },
    ...INVESTOR_PERMISSION_NAMES.map((name) => ({
      field: INVESTOR_PERMISSIONS[name].field,
      before: String(before.permissions.has(name)),
      after: String(permissions[name] ?? before.permissions.has(name)),
    })),
    { field: 'is_terminated', before: String(isClosed), after: String(closes) },
  ].filter((field) => field.before !== field.after);
  // To close somebody gives nobody anything.
  if (changes.some(({ field, after }) => field !== 'is_terminated' || after === 'false'))
    refuseStaffByToken(operator, isStaff(before.role) ? before.role : role);
  if (changes.length > 0)
    work.afterAllRows(async () => {
      await setPermissions(tx, tenantId, id, change, operator);
      if (closes && !isClosed) await closeUser(tx, tenantId, { id }, operator);
      if (!closes && isClosed) await reopenUser(tx, tenantId, { id }, operator);
      await forgetUser(tx);
    });
  return changes;
}

async function accountOf(tx: Tx, { email: address, name, login_name: loginName }: Row): Promise<bigint> {
  try {
    return await findOrAddUser(tx, { email: address, name, loginName: loginName ?? undefined });
  } catch (error) {
    if (error instanceof LoginNameTaken) throw new RowRefusal('login_name', 'is somebody else’s');
    throw error;
  }
}
