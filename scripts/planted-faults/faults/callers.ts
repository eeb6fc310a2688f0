import type { PlantedFault } from '../planted-fault.ts';

const SESSION = 'src/server/access/session.test.ts';
const USERS = 'src/server/features/users/users.test.ts';

export const callerFaults: readonly PlantedFault[] = [
  {
    ids: ['ACCESS-01'],
    broken: 'a call is answered whatever permissions it needs',
    file: 'src/server/access/requirements.ts',
    from: 'if (missing) throw new Refusal(PERMISSIONS[missing].refusal);',
    to: '',
    test: { file: SESSION, title: 'ACCESS-01 refuses whoever lacks what it needs' },
  },
  {
    ids: ['ACCESS-01'],
    broken: 'staff are let into the calls of investors, and investors into those of staff',
    file: 'src/server/access/requirements.ts',
    from: 'const caller = callers.find(isOfKind(kind));',
    to: 'const caller = callers[0] as CallerOf<K> | undefined;',
    test: { file: SESSION, title: 'ACCESS-01 refuses the other kind by a code of its own' },
  },
  {
    ids: ['ACCESS-01'],
    broken: 'a permission of investors counts in a membership of staff',
    file: 'src/shared/domain/permissions.ts',
    from: 'new Set([...permissionsNamed(names)].filter((name) => mayHold(kind, name)));',
    to: 'permissionsNamed(names);',
    test: { file: SESSION, title: 'ACCESS-01 hands its own kind of caller to the handler' },
  },
  {
    ids: ['ACCESS-02'],
    broken: 'a permission that is taken away stays',
    file: 'src/server/identity/change-user.ts',
    from: 'except select unnest(${revoked}::text[])',
    to: '',
    test: { file: USERS, title: 'OPS-02 ACCESS-02 permissions change what the next call may' },
  },
  {
    ids: ['ACCESS-03'],
    broken: 'a second factor that somebody else began to set up can be finished after the password was reset',
    file: 'src/server/identity/end-sessions.ts',
    from: "await tx.deleteFrom('totpEnrolments').where('userId', '=', userId).execute();",
    to: '',
    test: {
      file: 'src/server/attacks/invalidation.test.ts',
      title: 'ACCESS-03 security rule: every revoking event ends what the table says',
    },
  },
];
