import { parseArgs } from 'node:util';
import {
  forEachPermission,
  PERMISSION_NAMES,
  PERMISSIONS,
  type Permission,
  type PermissionSwitches,
} from '../../shared/domain/permissions.ts';
import { canSignIn, GIVEN_ROLES, type GivenRole, isStaff } from '../../shared/domain/roles.ts';
import { inviteAgain, inviteEverybody, inviteUser } from '../features/users/invite-user.ts';
import { changePermissions, closeUser, reopenUser, unlockUser } from '../identity/change-user.ts';
import { endSessionsOfEverybody, endSessionsOfUser } from '../identity/end-sessions-of-user.ts';
import { listPendingResets } from '../identity/factor-resets.ts';
import { listMembers, type Member } from '../identity/members.queries.ts';
import { requestFactorReset } from '../identity/request-factor-reset.ts';
import { createSignInThrottle, type SignInThrottle } from '../identity/sign-in-throttle.ts';
import type { Tx } from '../platform/db/database.ts';
import { readDatabaseUrl, readSignInSecret } from '../platform/settings/env.ts';
import {
  type Command,
  commandLineOperator,
  formatCount,
  inTenant,
  parseSwitch,
  print,
  refuseOtherOptions,
  requireText,
  UsageError,
} from './command.ts';
import { printTable } from './print-table.ts';

type PermissionOption = (typeof PERMISSIONS)[Permission]['option'];

const PERMISSION_OPTIONS = PERMISSION_NAMES.map((name) => PERMISSIONS[name].option);
const PERMISSION_ARGUMENTS = Object.fromEntries(
  PERMISSION_OPTIONS.map((option) => [option, { type: 'string' }]),
) as Record<PermissionOption, { type: 'string' }>;
const SWITCHES = PERMISSION_OPTIONS.map((option) => `[--${option} on|off]`).join(' ');

interface Asked {
  /** The user's e-mail address. */
  email: string;
  values: {
    name?: string | undefined;
    role?: string | undefined;
    syndicate?: string | undefined;
  } & { [option in PermissionOption]?: string | undefined };
}

/** Each subcommand returns the text to print. */
const WORDS: Readonly<Record<string, (tx: Tx, tenantId: string, asked: Asked) => Promise<string>>> = {
  invite,
  'invite-again': async (tx, tenantId, { email }) => {
    await inviteAgain(tx, tenantId, { email }, commandLineOperator());
    return `${email} is invited again.`;
  },
  permit: async (tx, tenantId, { email, values }) => {
    const change = { permissions: switchesOf(values), syndicate: values.syndicate };
    await changePermissions(tx, tenantId, { email }, change, commandLineOperator());
    return `The permissions of ${email} are changed.`;
  },
  close: async (tx, tenantId, { email }) => {
    const { endedSessions, revokedTokens } = await closeUser(tx, tenantId, { email }, commandLineOperator());
    const tokens =
      revokedTokens === 0
        ? ''
        : ` ${formatCount(revokedTokens)} service tokens that they issued are revoked.`;
    return `${email} is closed; ${formatCount(endedSessions)} sessions ended.${tokens}`;
  },
  'end-sessions': async (tx, tenantId, { email }) => {
    const count = await endSessionsOfUser(tx, tenantId, { email }, commandLineOperator());
    return `${formatCount(count)} sessions of ${email} ended.`;
  },
  reopen: async (tx, tenantId, { email }) => {
    await reopenUser(tx, tenantId, { email }, commandLineOperator());
    return `${email} is open again.`;
  },
  unlock,
  'reset-second-factor': async (tx, tenantId, { email }) => {
    const { takesEffectAt } = await requestFactorReset(tx, tenantId, { email }, commandLineOperator());
    return `The second factor of ${email} is removed on ${takesEffectAt.toISOString()}, unless somebody cancels it. Every known address is told.`;
  },
};

/** What can be done for everybody of a tenant at once. */
const OF_ALL: Readonly<Record<string, (tx: Tx, tenantId: string) => Promise<string>>> = {
  invite: async (tx, tenantId) =>
    `${formatCount(await inviteEverybody(tx, tenantId, commandLineOperator()))} people were invited.`,
  'end-sessions': async (tx, tenantId) =>
    `${formatCount(await endSessionsOfEverybody(tx, tenantId, commandLineOperator()))} sessions ended.`,
};

/** The options of each subcommand, in addition to the tenant. The other subcommands have none. */
const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  invite: ['name', 'role', 'syndicate', ...PERMISSION_OPTIONS],
  permit: [...PERMISSION_OPTIONS, 'syndicate'],
};

const PAGE = 1000;

export const userCommand: Command = {
  about:
    'lists users, invites them, changes their permissions, ends their sessions, closes and unlocks their accounts',
  usage: [
    `user invite <email> --tenant <name> --name <name> --role ${GIVEN_ROLES.map((role) => `'${role}'`).join('|')} [--syndicate <abbreviation or id>] ${SWITCHES}`,
    'user invite|end-sessions --all --tenant <name>',
    'user invite-again|close|end-sessions|reopen|unlock|reset-second-factor <email> --tenant <name>',
    `user permit <email> --tenant <name> ${SWITCHES} [--syndicate <abbreviation or id>]`,
    'user list|second-factor-resets --tenant <name>',
  ],
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        name: { type: 'string' },
        role: { type: 'string' },
        syndicate: { type: 'string' },
        ...PERMISSION_ARGUMENTS,
        all: { type: 'boolean' },
      },
    });
    const [word = '', email, ...more] = positionals;
    const ofAll = values.all === true ? OF_ALL[word] : undefined;
    const isForAll = word === 'list' || word === 'second-factor-resets' || ofAll !== undefined;
    if (more.length > 0 || (isForAll && email !== undefined))
      throw new UsageError('There is one argument too many.');
    if (word === 'list') {
      refuseOtherOptions('user list', values, []);
      await inTenant(values.tenant, printMembers);
    } else if (word === 'second-factor-resets') {
      refuseOtherOptions('user second-factor-resets', values, []);
      await inTenant(values.tenant, printResets);
    } else if (ofAll) {
      refuseOtherOptions(`user ${word} --all`, values, ['all']);
      print(await inTenant(values.tenant, ofAll));
    } else {
      const work = WORDS[word];
      if (!work)
        throw new UsageError(
          `user expects one of list, second-factor-resets, ${Object.keys(WORDS).join(', ')}.`,
        );
      refuseOtherOptions(`user ${word}`, values, OPTIONS_OF[word] ?? []);
      const asked = { email: requireText(`user ${word} <email>`, email), values };
      print(await inTenant(values.tenant, (tx, tenantId) => work(tx, tenantId, asked)));
    }
  },
};

const switchesOf = (values: Asked['values']): PermissionSwitches =>
  forEachPermission((name) => {
    const { option } = PERMISSIONS[name];
    return parseSwitch(`--${option}`, values[option]);
  });

async function invite(tx: Tx, tenantId: string, { email, values }: Asked): Promise<string> {
  const role = requireRole(values.role);
  const { isMailed } = await inviteUser(
    tx,
    tenantId,
    {
      email,
      permissions: switchesOf(values),
      syndicate: values.syndicate,
      name: requireText('--name', values.name),
      role,
    },
    commandLineOperator(),
  );
  if (isStaff(role))
    return `${email} is invited to the desk as ${role}. Commands can name them: portal --as ${email} …`;
  if (isMailed) return `${email} is invited.`;
  return `${email} is added as ${role}. No mail is sent, because people of this role do not sign in to the portal.`;
}

function requireRole(text: string | undefined): GivenRole {
  const role = GIVEN_ROLES.find((known) => known === text);
  if (role) return role;
  throw new UsageError(`--role expects one of: ${GIVEN_ROLES.join('; ')}.`);
}

async function unlock(tx: Tx, tenantId: string, { email }: Asked): Promise<string> {
  await withThrottle((throttle) => unlockUser(tx, throttle, tenantId, { email }, commandLineOperator()));
  return `${email} may try to sign in again.`;
}

async function withThrottle<T>(work: (throttle: SignInThrottle) => Promise<T>): Promise<T> {
  const throttle = createSignInThrottle(readDatabaseUrl(), readSignInSecret());
  try {
    return await work(throttle);
  } finally {
    await throttle.close();
  }
}

async function printResets(tx: Tx, tenantId: string): Promise<void> {
  for (const { email, requestedBy, requestedAt, takesEffectAt } of await listPendingResets(tx, tenantId))
    print([email, requestedAt.toISOString(), takesEffectAt.toISOString(), requestedBy].join('\t'));
}

const printMembers = (tx: Tx, tenantId: string): Promise<void> =>
  withThrottle(async (throttle) => {
    let header = ['id', 'e-mail', 'name', 'role', 'syndicate', 'permissions', 'state'];
    let after: bigint | undefined;
    for (;;) {
      const members = await listMembers(tx, tenantId, { after, limit: PAGE });
      const locks = await throttle.lockedUntil(
        members.map(({ id }) => id),
        tenantId,
      );
      const rows = members.map((member) => {
        const { id, email, name, role, syndicate, permissions } = member;
        const may = [...permissions].map((permission) => PERMISSIONS[permission].option).join(',');
        return [id, email, name, role, syndicate ?? '-', may || '-', stateInWords(member, locks.get(id))];
      });
      printTable(header, rows);
      header = [];
      after = members.at(-1)?.id;
      if (members.length < PAGE) return;
    }
  });

/** What the person can do here now. The lock belongs to the account, so nothing is said of it until the invitation is accepted. */
function stateInWords({ role, state }: Member, lockedUntil: Date | undefined): string {
  if (!canSignIn(role) && state !== 'closed') return 'no sign-in';
  return state === 'active' && lockedUntil ? `locked until ${lockedUntil.toISOString()}` : state;
}
