import type { Outstanding, RevokingEvent } from './outstanding.ts';

/** What becomes of an outstanding thing. `never`: the two cannot be there together. */
export type Cell = 'ends' | `stays: ${string}` | `never: ${string}`;
type Row = Readonly<Record<Outstanding, Cell>>;
type Part<T extends Outstanding> = Readonly<Record<T, Cell>>;

type OfSession =
  | 'access token'
  | 'refresh cookie'
  | 'statement address'
  | 'fresh second factor'
  | 'running export'
  | 'remembered browser';
type OfRequest = 'pending bank change' | 'cancel link';
type OfMailbox = 'reset link' | 'invitation' | 'sign-in ticket';
type OfEnrolment = 'passkey enrolment' | 'code app enrolment';
type OfFactorReset = 'pending second factor reset' | 'link that keeps the second factor';
type OfOthers =
  | 'offer link'
  | 'bank link'
  | 'service token'
  | 'signed upload address'
  | 'invitation of another funder'
  | 'unsubscribe link';

/** What belongs to brokers, merchants, systems and other funders, or opens nothing. Nothing that happens to an investor concerns it. */
const OTHERS_STAY: Part<OfOthers> = {
  'offer link': 'stays: it is the broker’s',
  'bank link': 'stays: it is the merchant’s',
  'service token': 'stays: it is the funder’s',
  'signed upload address':
    'stays: the storage signed it for 10 minutes and knows no links; what is put there is taken only under an open link',
  'invitation of another funder':
    'stays: that funder’s to withdraw, in the user’s own mailbox, and it opens no account',
  'unsubscribe link': 'stays: it switches off mails of a kind, and opens nothing',
};

/**
 * A known device has its own count of wrong passwords, beside the account's. Whoever knows the password needs none of those tries,
 * so what matters is that a device which learned the old password is a stranger to the new one.
 */
const DEVICE_STAYS: Part<'known device'> = { 'known device': 'stays: the password is the same' };
const DEVICE_ENDS: Part<'known device'> = { 'known device': 'ends' };

const SESSION_ENDS: Part<OfSession> = {
  'access token': 'ends',
  'refresh cookie': 'ends',
  'statement address': 'ends',
  'fresh second factor': 'ends',
  'running export': 'ends',
  'remembered browser': 'ends',
};
const SESSION_STAYS: Part<OfSession> = {
  'access token': 'stays: the session is not concerned',
  'refresh cookie': 'stays: the session is not concerned',
  'statement address': 'stays: the session is not concerned',
  'fresh second factor': 'stays: it was shown in this session, and the user’s factors are the same',
  'running export': 'stays: it was asked for and recorded before, and is one read of the book as it was',
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
const FACTOR_RESET_ENDS: Part<OfFactorReset> = {
  'pending second factor reset': 'ends',
  'link that keeps the second factor': 'ends',
};
/** Somebody who has lost both asks the funder for the one and sets the other by mail while the reset waits. */
const FACTOR_RESET_STAYS: Part<OfFactorReset> = {
  'pending second factor reset':
    'stays: the funder was asked for it, and whoever shows the factor or has the mail cancels it',
  'link that keeps the second factor': 'stays: its reset still waits',
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
  ...OTHERS_STAY,
  ...DEVICE_STAYS,
  ...FACTOR_RESET_STAYS,
  ...SESSION_ENDS,
  ...REQUEST_ENDS,
  ...MAILBOX_ENDS,
  ...ENROLMENTS_END,
  ...PROOF_ENDS,
};
const EVERYTHING_STAYS: Row = {
  ...OTHERS_STAY,
  ...DEVICE_STAYS,
  ...FACTOR_RESET_STAYS,
  ...SESSION_STAYS,
  ...REQUEST_STAYS,
  ...MAILBOX_STAYS,
  ...ENROLMENTS_STAY,
  ...PROOF_STAYS,
};

/** Whoever changes the factors has them, and what other sessions have shown was of the factors as they were. */
const FACTORS_CHANGE: Row = { ...EVERYTHING_STAYS, ...FACTOR_RESET_ENDS, 'fresh second factor': 'ends' };

/**
 * What each revoking event does to everything that may be outstanding at that moment. The session is the one that asked for the
 * change of the bank account; 'another session' is one of the same user.
 */
export const INVALIDATION: Readonly<Record<RevokingEvent, Row>> = {
  'the password is reset': { ...EVERYTHING_ENDS, ...DEVICE_ENDS },
  'the password is changed in another session': { ...EVERYTHING_ENDS, ...DEVICE_ENDS },
  'the account is closed': { ...EVERYTHING_ENDS, ...FACTOR_RESET_ENDS },
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
    'fresh second factor': 'never: nobody without a second factor has shown one',
    'pending second factor reset': 'never: nobody without a second factor has one',
    'link that keeps the second factor': 'never: nobody without a second factor has one',
  },
  'another second factor is added in another session': { ...FACTORS_CHANGE, ...REQUEST_ENDS },
  'one of two second factors is removed in another session': { ...FACTORS_CHANGE, ...REQUEST_ENDS },
  'the last second factor is removed in another session': {
    ...FACTORS_CHANGE,
    ...REQUEST_ENDS,
    'recovery code': 'ends',
    'sign-in challenge': 'ends',
    'fresh second factor':
      'stays: without a factor none is asked for, and the next first one ends the session',
  },
  'the recovery codes are renewed in another session': { ...FACTORS_CHANGE, 'recovery code': 'ends' },
  'the second factor is reset by the operator': {
    ...EVERYTHING_ENDS,
    ...MAILBOX_STAYS,
    ...FACTOR_RESET_ENDS,
    'recovery code': 'ends',
  },
  'the second factor reset is cancelled': { ...EVERYTHING_STAYS, ...FACTOR_RESET_ENDS },
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
  'the guest is ended': {
    ...EVERYTHING_ENDS,
    ...FACTOR_RESET_ENDS,
    'statement address': 'never: files of a deal are closed to guests',
    'pending bank change': 'never: a guest asks for none',
    'cancel link': 'never: a guest asks for no bank change',
    'sign-in ticket': 'never: none is issued to a guest',
  },
};
