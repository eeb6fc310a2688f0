import type { Outstanding, RevokingEvent } from './outstanding.ts';

/** What becomes of an outstanding thing. `never`: the two cannot be there together. */
export type Cell = 'ends' | `stays: ${string}` | `never: ${string}`;
type Row = Readonly<Record<Outstanding, Cell>>;
type Part<T extends Outstanding> = Readonly<Record<T, Cell>>;

type OfSession = 'access token' | 'refresh cookie' | 'statement address';
type OfRequest = 'pending bank change' | 'cancel link';
type OfMailbox = 'reset link' | 'invitation' | 'sign-in ticket';
type OfEnrolment = 'passkey enrolment' | 'code app enrolment';
type OfOthers = 'offer link' | 'bank link' | 'service token' | 'signed upload address';

/** What belongs to brokers, merchants and systems. Nothing that happens to an investor concerns it. */
const OTHERS_STAY: Part<OfOthers> = {
  'offer link': 'stays: it is the broker’s',
  'bank link': 'stays: it is the merchant’s',
  'service token': 'stays: it is the funder’s',
  'signed upload address':
    'stays: the storage signed it for 10 minutes and knows no links; what is put there is taken only under an open link',
};

const ALWAYS: Part<'known device' | 'running export' | OfOthers> = {
  ...OTHERS_STAY,
  'known device': 'stays: it opens nothing, and only counts wrong passwords apart from those of strangers',
  'running export':
    'stays: it was asked for and recorded before; it is one read of the book as it was, and ends when its reader takes nothing for a minute',
};

const SESSION_ENDS: Part<OfSession | 'remembered browser'> = {
  'access token': 'ends',
  'refresh cookie': 'ends',
  'statement address': 'ends',
  'remembered browser': 'ends',
};
const SESSION_STAYS: Part<OfSession | 'remembered browser'> = {
  'access token': 'stays: the session is not concerned',
  'refresh cookie': 'stays: the session is not concerned',
  'statement address': 'stays: the session is not concerned',
  'remembered browser': 'stays: the session is not concerned',
};
const REQUEST_ENDS: Part<OfRequest> = { 'pending bank change': 'ends', 'cancel link': 'ends' };
const REQUEST_STAYS: Part<OfRequest> = {
  'pending bank change': 'stays: nothing speaks against it',
  'cancel link': 'stays: its change still waits',
};
const MAILBOX_ENDS: Part<OfMailbox> = { 'reset link': 'ends', invitation: 'ends', 'sign-in ticket': 'ends' };
const MAILBOX_STAYS: Part<OfMailbox> = {
  'reset link': 'stays: it is in the user’s own mailbox',
  invitation: 'stays: it is in the user’s own mailbox',
  'sign-in ticket': 'stays: it is in the user’s own mailbox, and asks for the second factor',
};
const ENROLMENTS_END: Part<OfEnrolment> = { 'passkey enrolment': 'ends', 'code app enrolment': 'ends' };
const ENROLMENTS_STAY: Part<OfEnrolment> = {
  'passkey enrolment': 'stays: for 10 minutes, and only a live session of the user can finish it',
  'code app enrolment': 'stays: for 10 minutes, and only a live session of the user can finish it',
};
const PROOF_STAYS: Part<'recovery code' | 'sign-in challenge'> = {
  'recovery code': 'stays: alone it opens nothing',
  'sign-in challenge': 'stays: the password was right and still is, and the second factor is asked for',
};
const PROOF_ENDS: Part<'recovery code' | 'sign-in challenge'> = {
  ...PROOF_STAYS,
  'sign-in challenge': 'ends',
};

const EVERYTHING_ENDS: Row = {
  ...ALWAYS,
  ...SESSION_ENDS,
  ...REQUEST_ENDS,
  ...MAILBOX_ENDS,
  ...ENROLMENTS_END,
  ...PROOF_ENDS,
};
const EVERYTHING_STAYS: Row = {
  ...ALWAYS,
  ...SESSION_STAYS,
  ...REQUEST_STAYS,
  ...MAILBOX_STAYS,
  ...ENROLMENTS_STAY,
  ...PROOF_STAYS,
};

/**
 * What each revoking event does to everything that may be outstanding at that moment. The session is the one that asked for the
 * change of the bank account; 'another session' is one of the same user.
 */
export const INVALIDATION: Readonly<Record<RevokingEvent, Row>> = {
  'the password is reset': EVERYTHING_ENDS,
  'the password is changed in another session': EVERYTHING_ENDS,
  'the account is closed': EVERYTHING_ENDS,
  'the session is ended from another': {
    ...EVERYTHING_STAYS,
    ...SESSION_ENDS,
    ...REQUEST_ENDS,
    ...ENROLMENTS_END,
  },
  'all other sessions are ended': {
    ...EVERYTHING_ENDS,
    ...MAILBOX_STAYS,
  },
  'the refresh token is used twice': { ...EVERYTHING_STAYS, ...SESSION_ENDS, ...REQUEST_ENDS },
  'the user logs out': {
    ...EVERYTHING_STAYS,
    ...SESSION_ENDS,
    'remembered browser': 'stays: that is what it is for',
  },
  'the first second factor is added in another session': {
    ...EVERYTHING_ENDS,
    ...MAILBOX_STAYS,
    'recovery code': 'never: nobody without a second factor has one',
    'sign-in challenge': 'never: nobody without a second factor gets one',
  },
  'another second factor is added in another session': { ...EVERYTHING_STAYS, ...REQUEST_ENDS },
  'the last second factor is removed in another session': {
    ...EVERYTHING_STAYS,
    ...REQUEST_ENDS,
    'recovery code': 'ends',
    'sign-in challenge': 'ends',
  },
  'the recovery codes are renewed': { ...EVERYTHING_STAYS, 'recovery code': 'ends' },
  'a permission is taken': { ...EVERYTHING_STAYS, 'statement address': 'ends' },
  'the user is moved to another syndicate': {
    ...EVERYTHING_STAYS,
    'statement address': 'ends',
    'pending bank change': 'ends',
    'cancel link': 'stays: until the change is due, when it is cancelled',
  },
  'the operator revokes the links': {
    ...EVERYTHING_STAYS,
    'offer link': 'ends',
    'bank link': 'ends',
    'sign-in ticket': 'ends',
  },
  'the service token is revoked': { ...EVERYTHING_STAYS, 'service token': 'ends' },
  'the bank change is cancelled': { ...EVERYTHING_STAYS, ...REQUEST_ENDS },
};
