import type { PlantedFault } from '../planted-fault.ts';

const SESSION = 'src/server/access/session.test.ts';
const USERS = 'src/server/features/users/users.test.ts';
const OTHER_FUNDERS = 'src/server/features/users/other-funders.test.ts';
const INVITATIONS = 'src/server/features/users/invitations.test.ts';

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
    from: 'const caller = callers.find(isAllowed(access));',
    to: 'const caller = callers[0] as CallerOf<A> | undefined;',
    test: { file: SESSION, title: 'ACCESS-01 refuses every other kind by a code of its own' },
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
    ids: ['ACCESS-04'],
    broken: 'a funder signs in by ticket whoever it has invited, asked or not',
    file: 'src/server/identity/open-tenants.ts',
    from: 'canSignIn(role) && acceptedAt !== null;',
    to: 'canSignIn(role) && (acceptedAt === null || acceptedAt !== null);',
    test: {
      file: OTHER_FUNDERS,
      title:
        'ACCESS-04 security rule: a funder signs nobody in by ticket who has not accepted its invitation',
    },
  },
  {
    ids: ['ACCESS-04'],
    broken: 'who declines an invitation is let in',
    file: 'src/server/features/users/answer-invitation.ts',
    from: '(isAccepted ? acceptInvitation : declineInvitation)(tx, invited)',
    to: 'acceptInvitation(tx, invited)',
    test: { file: INVITATIONS, title: 'ACCESS-04 OPS-02 who declines is no member, and may be asked again' },
  },
  {
    ids: ['ACCESS-05'],
    broken: 'the staff of a funder see the name that somebody has with another',
    file: 'src/server/identity/members.queries.ts',
    from: 'coalesce(m.name, "user".email)',
    to: '"user".name',
    test: {
      file: OTHER_FUNDERS,
      title:
        'ACCESS-04 ACCESS-05 security rule: a funder that invites somebody sees of them only what it typed itself',
    },
  },
  {
    ids: ['ACCESS-06'],
    broken: 'a session of a ticket changes the password and the second factors',
    file: 'src/server/access/requirements.ts',
    from: "if (changesAccount && caller.isOfOneTenant) throw new Refusal('password_sign_in_needed');",
    to: '',
    test: {
      file: OTHER_FUNDERS,
      title:
        'ACCESS-06 LOGIN-09 security rule: a ticket’s session changes nothing of the account that another funder lets in',
    },
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
  {
    ids: ['ACCESS-03'],
    broken: 'a session counts as having shown a second factor that was removed since',
    file: 'src/server/features/second-factor/factor-changes.ts',
    from: 'await forgetShownFactors(tx, caller);',
    to: '',
    test: {
      file: 'src/server/attacks/invalidation.test.ts',
      title: 'ACCESS-03 security rule: every revoking event ends what the table says',
    },
  },
  {
    ids: ['ACCESS-03'],
    broken: 'a reset of the second factor that waits goes on when its guest is ended',
    file: 'src/server/identity/guests.ts',
    from: 'await cancelResetHere(tx, { tenantId, userId }, by);',
    to: '',
    test: {
      file: 'src/server/attacks/invalidation.test.ts',
      title: 'ACCESS-03 security rule: every revoking event ends what the table says',
    },
  },
  {
    ids: ['ACCESS-08'],
    broken: 'whoever holds a used link has their message cleaned before the link is looked at',
    file: 'src/server/features/offers/accept-offer.ts',
    from: '  refuseClosed(link);',
    to: '  storedMessage(messageHtml.slice(0, 300));\n  refuseClosed(link);',
    test: {
      file: 'src/server/attacks/cheap-refusals.test.ts',
      title: 'ACCESS-08 security rule: refuses a link that is',
    },
  },
  {
    ids: ['ACCESS-08'],
    broken: 'a message with thousands of nested tags is cleaned, which takes seconds',
    file: 'src/server/platform/rich-text/stored-message.ts',
    from: "if (isTooFormatted(html)) throw new Refusal('message_too_formatted');",
    to: '',
    test: {
      file: 'src/server/attacks/cheap-refusals.test.ts',
      title: 'ACCESS-08 under an open link',
    },
  },
  {
    ids: ['ACCESS-09'],
    broken: 'a name with a line break is stored',
    file: 'src/server/platform/http/validation.ts',
    from: "httpPart === 'body' && breaksLines(data)",
    to: 'false',
    test: {
      file: 'src/server/platform/http/validation.unit.test.ts',
      title: 'ACCESS-09 security rule: in a body, texts of one line',
    },
  },
];
