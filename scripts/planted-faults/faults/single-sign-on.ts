import type { PlantedFault } from '../planted-fault.ts';

const FOLDER = 'src/server/features/auth/single-sign-on';
const SIGN_ON = `${FOLDER}/sign-on.test.ts`;
const REFUSED = `${FOLDER}/sign-on-refused.test.ts`;
const REQUIRED = `${FOLDER}/sign-on-required.test.ts`;
/** Where the function that identifies a caller has its present form. */
const MIGRATION = 'migrations/20261208020101_staff_idle.sql';
const ATTACKS = 'src/server/attacks/sign-on.test.ts';
const PUBLIC_FETCH = 'src/server/platform/integrations/public-fetch.ts';
const PUBLIC_FETCH_TEST = 'src/server/platform/integrations/public-fetch.unit.test.ts';
const OPENID = 'src/server/platform/integrations/openid.ts';

export const singleSignOnFaults: readonly PlantedFault[] = [
  {
    ids: ['DESK-10'],
    broken: 'the session that the browser had goes on after another sign-in',
    file: `${FOLDER}/sign-on.routes.ts`,
    from: 'if (replacedToken) await',
    to: 'if (!replacedToken) await',
    test: { file: SIGN_ON, title: 'DESK-10 the session that the browser had ends with the sign-in' },
  },
  {
    ids: ['DESK-11'],
    broken: 'an address that nobody has verified counts',
    file: `${FOLDER}/finish-sign-on.ts`,
    from: 'email === null || !person.isEmailVerified',
    to: 'email === null',
    test: { file: REFUSED, title: 'DESK-11 only an address that the provider has verified' },
  },
  {
    ids: ['DESK-11'],
    broken: 'somebody of the list of staff who was never invited comes in',
    file: `${FOLDER}/finish-sign-on.ts`,
    from: 'm.declined_at is null and m.invited_at >',
    to: 'm.declined_at is null or m.invited_at >',
    test: { file: REFUSED, title: 'DESK-11 nobody comes in who was not invited to this desk' },
  },
  {
    ids: ['DESK-12'],
    broken: 'somebody is signed in with the answer that another browser asked for',
    file: `${FOLDER}/sign-on-attempts.ts`,
    from: "      .where('browserHash', '=', hashToken(browserToken))\n",
    to: '',
    test: { file: REFUSED, title: 'DESK-12 an answer counts once, with its own state' },
  },
  {
    ids: ['DESK-12'],
    broken: 'a sign-in that was begun yesterday is finished today',
    file: `${FOLDER}/sign-on-attempts.ts`,
    from: "      .where('expiresAt', '>', sql<Date>`now()`)\n",
    to: '',
    test: { file: REFUSED, title: 'DESK-12 what is past its time is refused' },
  },
  {
    ids: ['DESK-13'],
    broken: 'a password at the company is enough',
    file: `${FOLDER}/finish-sign-on.ts`,
    from: 'if (hasSecondFactor) {',
    to: 'if (hasSecondFactor !== null) {',
    test: { file: SIGN_ON, title: 'DESK-13 without a second factor at the company' },
  },
  {
    ids: ['DESK-13'],
    broken: 'a browser that was left signed in at the provider opens the desk again hours later',
    file: OPENID,
    from: '          maxAge: MAX_AGE_SECONDS,\n',
    to: '',
    test: { file: ATTACKS, title: 'DESK-13 a sign-in of hours ago opens nothing' },
  },
  {
    ids: ['DESK-13'],
    broken: 'a provider that says tomorrow opens the desk',
    file: OPENID,
    from: ' || authTime > latest',
    to: '',
    test: { file: ATTACKS, title: 'DESK-13 no session comes of an auth_time that is' },
  },
  {
    ids: ['DESK-13'],
    broken: 'a sign-in of before the step-up counts as the step-up',
    file: OPENID,
    from: ' || authTime < earliest',
    to: '',
    test: { file: ATTACKS, title: 'DESK-13 where a session is there, the provider is told to ask again' },
  },
  {
    ids: ['DESK-201'],
    broken: 'a name of the outside that leads to a machine behind the firewall is called',
    file: PUBLIC_FETCH,
    from: 'if (!addresses.every(({ address }) => mayCall(address)))',
    to: 'if (addresses.length === 0)',
    test: { file: PUBLIC_FETCH_TEST, title: 'DESK-201 a name that leads behind the firewall is not called' },
  },
  {
    ids: ['DESK-14'],
    broken: 'staff go on with a password where single sign-on is required',
    file: MIGRATION,
    from: 's.only_tenant_id is null and not t.requires_single_sign_on',
    to: 's.only_tenant_id is null',
    test: {
      file: REQUIRED,
      title: 'DESK-14 where it is required, the right password leads to single sign-on',
    },
  },
  {
    ids: ['DESK-14'],
    broken: 'a session goes on that a provider opened which vouches no more',
    file: MIGRATION,
    from: '          and exists (select from single_sign_on p where p.tenant_id = tenant and p.issuer_since <= s.created_at)\n',
    to: '',
    test: { file: REQUIRED, title: 'DESK-14 without its provider, a session that it opened counts no more' },
  },
  {
    ids: ['DESK-15'],
    broken: 'somebody waits for as long as the provider does not answer',
    file: OPENID,
    from: 'timeout: patienceSeconds,',
    to: 'timeout: 30,',
    test: { file: REFUSED, title: 'DESK-15 a provider that does not answer is asked once' },
  },
  {
    ids: ['DESK-16'],
    broken: 'two tenants are signed in to with the same address',
    file: 'src/server/tenant-settings/single-sign-on.ts',
    from: 'if (taken !== undefined) throw',
    to: 'if (taken === tenantId) throw',
    test: {
      file: 'src/server/operator/tenant-sso.test.ts',
      title: 'DESK-16 what is missing, unsafe or taken by another tenant',
    },
  },
];
