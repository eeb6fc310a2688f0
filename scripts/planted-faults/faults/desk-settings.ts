import type { PlantedFault } from '../planted-fault.ts';

const SETTINGS = 'src/server/features/tenants/desk-settings.test.ts';
const DOMAINS = 'src/server/features/tenants/prove-domain.test.ts';
const SIGN_ON = 'src/server/features/tenants/desk-sign-on.test.ts';
const TOKENS = 'src/server/features/service-tokens/desk-tokens.test.ts';

export const deskSettingsFaults: readonly PlantedFault[] = [
  {
    ids: ['DESK-90'],
    broken: 'the desk names who changed a setting first, and not who changed it last',
    file: 'src/server/tenant-settings/last-changes.ts',
    from: "    .orderBy('event.sequence', 'desc')",
    to: "    .orderBy('event.sequence', 'asc')",
    test: {
      file: SETTINGS,
      title:
        'DESK-90 settings are changed as seen; the trail has old and new, and the page who changed each last',
    },
  },
  {
    ids: ['DESK-91'],
    broken: 'what somebody else has saved meanwhile is overwritten',
    file: 'src/server/features/tenants/change-seen-settings.ts',
    from: 'if (stale.length > 0) throw',
    to: 'if (stale.length > 100) throw',
    test: {
      file: SETTINGS,
      title:
        'DESK-91 what somebody else has changed meanwhile is not overwritten, and the words have both values',
    },
  },
  {
    ids: ['DESK-92'],
    broken: 'one person alone makes a protection weaker',
    file: 'src/server/features/tenants/change-seen-settings.ts',
    from: 'if (weakened.length > 0) throw',
    to: 'if (weakened.length > 100) throw',
    test: { file: SETTINGS, title: 'DESK-92 one person makes no protection weaker, and two do' },
  },
  {
    ids: ['DESK-93'],
    broken: 'people sign in at a provider that nobody has approved',
    file: 'src/server/features/tenants/name-provider.ts',
    from: '{ ...naming, isApproved: false }',
    to: '{ ...naming, isApproved: true }',
    test: {
      file: SIGN_ON,
      title: 'DESK-93 one person names a provider, and nobody signs in there until another has approved it',
    },
  },
  {
    ids: ['DESK-93'],
    broken: 'a provider is exchanged after the second person has read the request',
    file: 'src/server/features/tenants/name-provider.ts',
    from: '  await withdrawProvider(tx, tenantId, operator);\n  await askApproval(',
    to: '  if (now === undefined)\n  await askApproval(',
    test: { file: SIGN_ON, title: 'DESK-93 what is changed after it was asked for is asked for anew' },
  },
  {
    ids: ['DESK-203'],
    broken: 'a shorter idle limit does not hold for the sessions that are open',
    file: 'migrations/20261208020101_staff_idle.sql',
    from: 't.staff_idle_minutes * 60 else',
    to: '1800 else',
    test: {
      file: 'src/server/access/staff-idle.test.ts',
      title: 'DESK-203 a shorter idle limit of staff holds at once',
    },
  },
  {
    ids: ['DESK-203'],
    broken: 'activity at a desk keeps an investor’s portal open for longer than its limit',
    file: 'src/server/identity/sessions.ts',
    from: 'Math.min(...tenants',
    to: 'Math.max(...tenants',
    test: { file: 'src/server/access/staff-idle.test.ts', title: 'DESK-203 a session keeps to the shortest' },
  },
  {
    ids: ['DESK-161'],
    broken: 'a funder takes the domain of somebody else, whose people are then led to its provider',
    file: 'src/server/tenant-settings/domain-proofs.ts',
    from: 'if (texts.includes(recordValue))',
    to: 'if (texts.length > 0)',
    test: {
      file: DOMAINS,
      title: 'DESK-161 a domain counts once its DNS has the record that the desk shows',
    },
  },
  {
    ids: ['DESK-161'],
    broken: 'a domain that nobody has proven counts after its date',
    file: 'src/server/identity/single-sign-on.ts',
    from: 'case when unproven_until > now() then',
    to: 'case when unproven_until is not null then',
    test: { file: DOMAINS, title: 'DESK-161 a domain that was in use at the upgrade counts until its date' },
  },
  {
    ids: ['DESK-94'],
    broken: 'single sign-on is required by somebody who has never signed in there',
    file: 'src/server/features/tenants/desk-sign-on.routes.ts',
    from: 'if (!caller.isOfOneTenant) throw',
    to: 'if (caller.userId === 0n) throw',
    test: {
      file: SIGN_ON,
      title: 'DESK-94 only who is signed in there requires it, and two people stop requiring it',
    },
  },
  {
    ids: ['DESK-95'],
    broken: 'the list of service tokens does not say who issued them',
    file: 'src/server/features/service-tokens/desk-tokens.routes.ts',
    from: 'issuedBy: issuers.get(token.id) ?? null,',
    to: 'issuedBy: null,',
    test: {
      file: TOKENS,
      title:
        'DESK-95 a token is shown once, works for its scopes alone, and is listed with who issued it and its use',
    },
  },
  {
    ids: ['DESK-96'],
    broken: 'one person alone gives a system the means to do what takes two people',
    file: 'src/server/features/service-tokens/desk-tokens.routes.ts',
    from: 'const isWaiting = takesTwoPeople(scopes);',
    to: 'const isWaiting = takesTwoPeople([]);',
    test: {
      file: TOKENS,
      title:
        'DESK-96 a token with which a system could change people, money or settings counts once a second person has approved it',
    },
  },
  {
    ids: ['DESK-159'],
    broken: 'the tokens of somebody who was closed go on working',
    file: 'src/server/identity/change-user.ts',
    from: 'const revokedTokens = await revokeTokensOf(tx, { tenantId, userId }, operator);',
    to: 'const revokedTokens = await revokeTokensOf(tx, { tenantId, userId: 0n }, operator);',
    test: {
      file: TOKENS,
      title:
        'DESK-159 the tokens that somebody issued end when they are closed, also those that wait, and no others',
    },
  },
  {
    ids: ['DESK-98'],
    broken: 'the audit page never learns that the trail was changed',
    file: 'src/server/features/audit-trail/check-trails.ts',
    from: 'trailBrokenFrom: firstBroken })',
    to: 'trailBrokenFrom: null })',
    test: {
      file: 'src/server/features/audit-trail/check-trails.test.ts',
      title: 'DESK-98 the desk says when the trail was checked, and from which event on it was changed',
    },
  },
];
