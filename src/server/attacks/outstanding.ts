import type { Selectable } from 'kysely';
import type { AuditAction } from '../../shared/contract/audit-actions.ts';
import type { CapabilityKind } from '../identity/capabilities.ts';
import type { DB } from '../platform/db/schema.ts';

/** The tables whose rows let somebody do something later: by a token or a code, until some time, or at some time. */
type TableOfPromises = {
  [T in keyof DB]: Extract<
    keyof DB[T],
    'tokenHash' | 'codeHash' | 'expiresAt' | 'takesEffectAt'
  > extends never
    ? never
    : T;
}[keyof DB];

/** The kinds of links and of session tokens. A new kind does not compile without its name. */
const LINK_NAMES = {
  offer: 'offer link',
  'bank link': 'bank link',
  'sign-in ticket': 'sign-in ticket',
  'bank change': 'cancel link',
  invitation: 'invitation of another funder',
  'second factor reset': 'link that keeps the second factor',
  unsubscribe: 'unsubscribe link',
} as const satisfies Record<CapabilityKind, string>;
const SESSION_TOKEN_NAMES = {
  access: 'access token',
  refresh: 'refresh cookie',
} as const satisfies Record<Selectable<DB['sessionTokens']>['kind'], string>;

/** What can be outstanding, by the table that holds it. A new table of that sort does not compile without its line. */
const HELD_IN = {
  /** A captcha that was answered. It belongs to nobody. */
  answeredChallenges: [],
  /** What waits for a second person, who needs the permission when they approve it, as who asked does then. */
  approvals: [],
  bankAccountChanges: ['pending bank change'],
  capabilityLinks: Object.values(LINK_NAMES),
  knownDevices: ['known device'],
  passkeyEnrolments: ['passkey enrolment'],
  passwordResets: ['reset link', 'invitation'],
  recoveryCodes: ['recovery code'],
  rememberedBrowsers: ['remembered browser'],
  secondFactorResets: ['pending second factor reset'],
  serviceTokens: ['service token'],
  /** A session is used by its tokens. What it keeps itself is that its user has just shown a second factor. */
  sessions: ['fresh second factor'],
  sessionTokens: Object.values(SESSION_TOKEN_NAMES),
  signInChallenges: ['sign-in challenge'],
  /** A sign-in that was begun at a provider. It belongs to nobody until the provider says who it is. */
  singleSignOnAttempts: [],
  statementFileLinks: ['statement address'],
  totpEnrolments: ['code app enrolment'],
} as const satisfies Record<TableOfPromises, readonly string[]>;

/** What no table holds: the storage's own signature, and an answer that is being sent. */
const HELD_NOWHERE = ['signed upload address', 'running export'] as const;

export type Outstanding = (typeof HELD_IN)[keyof typeof HELD_IN][number] | (typeof HELD_NOWHERE)[number];

export const OUTSTANDING: readonly Outstanding[] = [...Object.values(HELD_IN).flat(), ...HELD_NOWHERE];

type EndOfSession = NonNullable<Selectable<DB['sessions']>['endReason']>;

/** What ends a session, by the reason that is stored with it. */
const ENDS_OF_SESSIONS = {
  'password reset': ['the password is reset'],
  'password change': ['the password is changed in another session'],
  'account closed': ['the account is closed'],
  'ended by user': ['the session is ended from another', 'all other sessions are ended'],
  'token reuse': ['the refresh token is used twice'],
  logout: ['the user logs out'],
  'second factor added': ['the first second factor is added in another session'],
  'second factor reset': ['the second factor is reset by the operator'],
} as const satisfies Record<EndOfSession, readonly string[]>;

const OTHER_EVENTS = [
  'another second factor is added in another session',
  'one of two second factors is removed in another session',
  'the last second factor is removed in another session',
  'the recovery codes are renewed in another session',
  'the second factor reset is cancelled',
  'a permission is taken',
  'the user is moved to another syndicate',
  'the operator revokes the links',
  'the service token is revoked',
  'the bank change is cancelled',
  'the guest is ended',
] as const;

export type RevokingEvent =
  | (typeof ENDS_OF_SESSIONS)[keyof typeof ENDS_OF_SESSIONS][number]
  | (typeof OTHER_EVENTS)[number];

export const REVOKING_EVENTS: readonly RevokingEvent[] = [
  ...Object.values(ENDS_OF_SESSIONS).flat(),
  ...OTHER_EVENTS,
];

const ENDS_NOTHING = 'ends nothing';

/**
 * The revoking events of every action that the audit trail can record. A new action does not compile until somebody has said
 * which event it is, or that it takes nothing from anybody.
 */
export const EVENTS_OF_ACTIONS: Readonly<
  Record<AuditAction, readonly RevokingEvent[] | typeof ENDS_NOTHING | `tried in ${string}`>
> = {
  'password changed': ENDS_OF_SESSIONS['password change'],
  'password reset': ENDS_OF_SESSIONS['password reset'],
  'invitation accepted': ENDS_OF_SESSIONS['password reset'],
  'user closed': ENDS_OF_SESSIONS['account closed'],
  'sessions ended': ENDS_OF_SESSIONS['ended by user'],
  'session ended: token reuse': ENDS_OF_SESSIONS['token reuse'],
  'signed out': ENDS_OF_SESSIONS.logout,
  'second factor added': [
    'the first second factor is added in another session',
    'another second factor is added in another session',
  ],
  'second factor removed': [
    'one of two second factors is removed in another session',
    'the last second factor is removed in another session',
  ],
  'second factor reset': ENDS_OF_SESSIONS['second factor reset'],
  'second factor reset cancelled': ['the second factor reset is cancelled'],
  'second factor confirmed':
    'tried in features/second-factor/lost-factor.test.ts: it cancels a reset that waits',
  'recovery codes renewed': ['the recovery codes are renewed in another session'],
  'permissions changed': ['a permission is taken', 'the user is moved to another syndicate'],
  'link revoked': ['the operator revokes the links'],
  'service token revoked': ['the service token is revoked'],
  'bank change cancelled': ['the bank change is cancelled'],
  'bank change requested': 'tried in features/profile/bank-account.test.ts: it replaces one that waits',
  'bank account changed': 'tried in features/profile/bank-account.test.ts: the change has been applied',
  'offer accepted': 'tried in features/offers/offers.test.ts: the link is used up',
  'bank connected': 'tried in features/bank-link/bank-link.test.ts: the link is used up',
  'bank disconnected': 'tried in features/disposal/disposal.test.ts: the access at the provider ends',
  'invitation declined': 'tried in features/users/invitations.test.ts: the link is used up',
  'personal data removed':
    'tried in features/disposal/disposal.test.ts: the password goes, and what it opened ended when the account was closed',
  'host name removed': 'tried in features/tenants/hosts.test.ts: what was opened under the name ends',
  'settings changed': ENDS_NOTHING,
  'broker added': ENDS_NOTHING,
  'offer added': ENDS_NOTHING,
  'syndicate added': ENDS_NOTHING,
  'syndicate changed': ENDS_NOTHING,
  'syndicate closed':
    'tried in features/investors/kept-syndicates.test.ts: an invite that waits takes no share any more',
  'syndicate reopened': ENDS_NOTHING,
  'deal file viewed': ENDS_NOTHING,
  'offer viewed': ENDS_NOTHING,
  'syndicate viewed': ENDS_NOTHING,
  'book read': ENDS_NOTHING,
  'portal looked at': ENDS_NOTHING,
  'access refused': ENDS_NOTHING,
  'signed in': ENDS_NOTHING,
  'sign-in failed': ENDS_NOTHING,
  'reset link sent': ENDS_NOTHING,
  'second factor reset requested': ENDS_NOTHING,
  'statement file opened': ENDS_NOTHING,
  'deal file fetched': ENDS_NOTHING,
  'document opened': ENDS_NOTHING,
  'document fetched': ENDS_NOTHING,
  'Schedule A opened': ENDS_NOTHING,
  'statement downloaded': ENDS_NOTHING,
  'deals exported': ENDS_NOTHING,
  'payout exported': ENDS_NOTHING,
  'book as of a day exported': ENDS_NOTHING,
  'forecast exported': ENDS_NOTHING,
  'cash account exported': ENDS_NOTHING,
  'insights exported': ENDS_NOTHING,
  'book exported': ENDS_NOTHING,
  'offer link issued': ENDS_NOTHING,
  'bank link issued': ENDS_NOTHING,
  'sign-in ticket issued': ENDS_NOTHING,
  'syndicate invited': ENDS_NOTHING,
  'invite mailed': ENDS_NOTHING,
  'pre-funding accepted': ENDS_NOTHING,
  'pre-funding declined': ENDS_NOTHING,
  'adjustment requested': ENDS_NOTHING,
  'request file fetched': ENDS_NOTHING,
  'request taken': ENDS_NOTHING,
  'request handed over': ENDS_NOTHING,
  'request answered': ENDS_NOTHING,
  'request closed': ENDS_NOTHING,
  'request reopened': ENDS_NOTHING,
  'concentration limits changed': ENDS_NOTHING,
  'contact changed': ENDS_NOTHING,
  'e-sign email changed': ENDS_NOTHING,
  'CC emails changed': ENDS_NOTHING,
  'bank numbers revealed': ENDS_NOTHING,
  'import confirmed': ENDS_NOTHING,
  'import begun': ENDS_NOTHING,
  'import finished': ENDS_NOTHING,
  'imported row changed': ENDS_NOTHING,
  'import undo asked for': ENDS_NOTHING,
  'import undone': ENDS_NOTHING,
  'payments posted': ENDS_NOTHING,
  'held payments confirmed': ENDS_NOTHING,
  'day sheet mapped': ENDS_NOTHING,
  'day sheet line changed': ENDS_NOTHING,
  'day sheet lines accepted': ENDS_NOTHING,
  'day sheet discarded': ENDS_NOTHING,
  'day sheet confirmed': ENDS_NOTHING,
  'day sheet total stated': ENDS_NOTHING,
  'waiting line posted': ENDS_NOTHING,
  'waiting line dropped': ENDS_NOTHING,
  'payment corrected': ENDS_NOTHING,
  'deal status changed': ENDS_NOTHING,
  'deal terms changed': ENDS_NOTHING,
  'deal funded': ENDS_NOTHING,
  'deal file added': ENDS_NOTHING,
  'document published': ENDS_NOTHING,
  'document withdrawn': ENDS_NOTHING,
  'deal note written': ENDS_NOTHING,
  'deal note pinned': ENDS_NOTHING,
  'cash entry recorded': ENDS_NOTHING,
  'withdrawal asked for': ENDS_NOTHING,
  'withdrawal settled': ENDS_NOTHING,
  'payout run prepared': ENDS_NOTHING,
  'payout run discarded': ENDS_NOTHING,
  'payout run approved': ENDS_NOTHING,
  'payout run reopened': ENDS_NOTHING,
  'payout run settled': ENDS_NOTHING,
  'payout run not settled': ENDS_NOTHING,
  'investors left out': ENDS_NOTHING,
  'differences checked again': ENDS_NOTHING,
  'payout file made': ENDS_NOTHING,
  'payout file fetched': ENDS_NOTHING,
  'payout file refused': ENDS_NOTHING,
  'return file read': ENDS_NOTHING,
  'return file entered': ENDS_NOTHING,
  'return file discarded': ENDS_NOTHING,
  'payout returned': ENDS_NOTHING,
  'payout return taken back': ENDS_NOTHING,
  'payout account described': ENDS_NOTHING,
  'change notice received': ENDS_NOTHING,
  'change notice applied': ENDS_NOTHING,
  'change notice dismissed': ENDS_NOTHING,
  'report queued by hand': ENDS_NOTHING,
  'statements made by hand': ENDS_NOTHING,
  'reconciliation queued by hand': ENDS_NOTHING,
  'job retried': ENDS_NOTHING,
  'job dropped': ENDS_NOTHING,
  'keys rotated': ENDS_NOTHING,
  'service token issued': ENDS_NOTHING,
  'tenant added': ENDS_NOTHING,
  'tenant move begun': ENDS_NOTHING,
  'tenant move given up': ENDS_NOTHING,
  'tenant moved': ENDS_NOTHING,
  'host name added': ENDS_NOTHING,
  'approval asked for': ENDS_NOTHING,
  'notification choice changed': ENDS_NOTHING,
  'approvers reminded': ENDS_NOTHING,
  'approval given': ENDS_NOTHING,
  'approval refused': ENDS_NOTHING,
  'approval withdrawn': ENDS_NOTHING,
  'user invited': ENDS_NOTHING,
  'guest invited': ENDS_NOTHING,
  'guest changed':
    'tried in features/guests/guests.test.ts: a part that is taken is closed from the next call on',
  'guest ended': ['the guest is ended'],
  'user reopened': ENDS_NOTHING,
  'user unlocked': ENDS_NOTHING,
  'audit trail exported': ENDS_NOTHING,
  'disposal finished': ENDS_NOTHING,
  'legal hold placed': ENDS_NOTHING,
  'legal hold lifted': ENDS_NOTHING,
};
