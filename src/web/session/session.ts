import { authContract } from '../../shared/contract/auth.ts';
import {
  type AccessToken,
  adoptSession,
  chooseTenant as chooseTenantOfToken,
  dropAccessToken,
  type EnteredTenant,
  type Grant,
  onAccessLost,
  renewAccessToken,
  requestAccessToken,
  TenantRequired,
} from '../lib/access-token.ts';
import { ApiError, isApiError, isOutage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { solveCaptcha } from '../lib/captcha.ts';
import { dropFirstAnswers, takeSessionInPage } from '../lib/first-answers.ts';
import { forget, forgetOnSignOut, keep, readKept } from '../lib/kept-in-browser.ts';
import { stopLooking } from '../lib/looking-as.ts';
import { throughOutage } from '../lib/outage.ts';
import { send } from '../lib/send.ts';
import { forgetActivity, hasGoneIdle, noteActivity } from './activity.ts';

export interface Session {
  readonly userId: bigint;
  readonly tenant: Pick<EnteredTenant, 'id' | 'name' | 'isDesk' | 'isGuest'>;
  readonly mustChangePassword: boolean;
}

/** After `lost` and `left-idle` the session ended by itself, so the user may want to come back to the same page. */
export type SessionChange =
  | 'signed-in-elsewhere'
  | 'signed-out'
  | 'left-idle'
  | 'lost'
  | 'password-requirement-changed';

export interface Credentials {
  readonly loginName: string;
  readonly password: string;
  readonly isRemembered: boolean;
}

/** What the second step of signing in sends. */
type Proof = Extract<Grant, { challengeToken: string }>;

/** Called with the user whose session ended, or null if none did, and whether that was a guest. */
type Listener = (change: SessionChange, userId: bigint | null, wasGuest: boolean) => void;

const tabs = new BroadcastChannel('portal.session');
const listeners = new Set<Listener>();
let state: Session | null | 'unknown' = 'unknown';
let choice: readonly EnteredTenant[] | null = null;

export function onSessionChange(listener: Listener): void {
  listeners.add(listener);
}

export function currentSession(): Session | null {
  return state === 'unknown' ? null : state;
}

/**
 * Restores the session of the browser's cookie, once. While the server does not answer, it waits and tries again, or throws at once
 * where the page can do without.
 */
export async function restoreSession({ isNeeded = true } = {}): Promise<Session | null> {
  if (state !== 'unknown') return state;
  const inPage = takeSessionInPage();
  if (mayHaveSession() && hasGoneIdle()) {
    await call(authContract.signOut, {});
    tabs.postMessage('signed-out');
    close();
    forgetOnSignOut();
    return null;
  }
  // Without a note of a session somebody may have logged out in another tab since the page was sent, so the server is asked.
  if (inPage && mayHaveSession()) {
    open(adoptSession(inPage));
    return currentSession();
  }
  try {
    open(await (isNeeded ? throughOutage(renewAccessToken) : renewAccessToken()));
    if (currentSession()?.userId !== inPage?.userId) dropFirstAnswers();
  } catch (error) {
    if (error instanceof TenantRequired) return askForTenant(error.tenants);
    if (!isApiError(error, 'not_signed_in')) throw error;
    // Unless somebody has signed in while the request was pending.
    if (state === 'unknown') close();
  }
  return currentSession();
}

/** Without it the server is not asked for a session, so that a first visit sees the sign-in page at once. */
export const mayHaveSession = (): boolean => readKept('mayHaveSession') !== null;

export async function signIn({ isRemembered, ...credentials }: Credentials): Promise<void> {
  const captcha = await solveCaptcha();
  if (isRemembered) keep('mayBeRemembered', 'yes');
  await enter({ grant: 'password', ...credentials, isRemembered, captcha });
  // The server has forgotten the user who was remembered before.
  if (!isRemembered) forget('mayBeRemembered');
}

/** For the user whom the server remembers on this browser, who does not type the name. */
export async function signInRemembered(password: string): Promise<void> {
  await enter({ grant: 'remembered', password, captcha: await solveCaptcha() });
}

export const signInByTicket = (ticket: string): Promise<void> => enter({ grant: 'ticket', ticket });

export const finishSignIn = (proof: Proof): Promise<void> => enter(proof);

const NOT_ANSWERED = 'The portal did not answer, so you are not signed in.';
const TRY_AGAIN = `${NOT_ANSWERED} What you typed is still here. Please try again.`;
const OPEN_LINK_AGAIN = `${NOT_ANSWERED} Please open the link again in a moment.`;

async function enter(grant: Grant): Promise<void> {
  try {
    open(await requestAccessToken(grant));
  } catch (error) {
    if (error instanceof TenantRequired) askForTenant(error.tenants);
    // Not repeated: a captcha's solution, a code and a ticket count once, and a wrong password is counted.
    if (isOutage(error))
      throw ApiError.unanswered(error, grant.grant === 'ticket' ? OPEN_LINK_AGAIN : TRY_AGAIN);
    throw error;
  }
  tabs.postMessage('signed-in');
}

/** Not null while a user of several tenants is signed in and has not chosen one yet. */
export const tenantsToChooseFrom = (): readonly EnteredTenant[] | null => choice;

export function chooseTenant(tenant: EnteredTenant): void {
  open(chooseTenantOfToken(tenant));
  tabs.postMessage('signed-in');
}

function askForTenant(tenants: readonly EnteredTenant[]): null {
  state = null;
  choice = tenants;
  keep('mayHaveSession', 'yes');
  return null;
}

/** The user remembered on this browser: the masked e-mail, and for how long sign-in is locked. */
export async function rememberedUser() {
  const user = await send(authContract.rememberedUser, { params: { token: 'current' } });
  if (user.maskedEmail === null) forget('mayBeRemembered');
  return user;
}

/** Without it the server is not asked whom it remembers. */
export const mayBeRemembered = (): boolean => readKept('mayBeRemembered') !== null;

let inPage = document.querySelector<HTMLMetaElement>('meta[name="remembered"]')?.content ?? null;

/** The masked e-mail in the prerendered page. Returned only once, because the user may be forgotten from then on. */
export function takeRememberedInPage(): string | null {
  const email = inPage;
  inPage = null;
  if (email !== null) keep('mayBeRemembered', 'yes');
  return email;
}

/** The server forgets the user too, so that the next visitor on this browser does not see the e-mail. */
export async function forgetRemembered(): Promise<void> {
  await send(authContract.forgetRememberedUser, { params: { token: 'current' } });
  forget('mayBeRemembered');
}

/** Throws when the server could not be reached; the session is then still open. A remembered user stays remembered. */
export async function signOut(): Promise<void> {
  const whenUnanswered = 'The portal did not answer. Please try again before you leave this computer.';
  await call(authContract.signOut, {}, { whenUnanswered });
  tabs.postMessage('signed-out');
  end('signed-out');
}

/** A new password has ended the sessions of its user. Whoever is signed in here has to sign in again with a typed name. */
export async function leaveAfterReset(): Promise<void> {
  if (!mayHaveSession() && !mayBeRemembered()) return;
  await signOut().catch(() => end('signed-out'));
}

/** For an idle user: the page closes even when the server cannot be reached, which ends idle sessions by itself. */
export function leaveIdleSession(): void {
  tabs.postMessage('left-idle');
  end('left-idle');
  call(authContract.signOut, {}).catch(() => undefined);
}

/** Updates whether the server requires a new password, which can change during a session. */
export function setMustChangePassword(mustChangePassword: boolean): void {
  if (state === 'unknown' || state === null || state.mustChangePassword === mustChangePassword) return;
  state = { ...state, mustChangePassword };
  if (!mustChangePassword) tabs.postMessage('password-changed');
  tell('password-requirement-changed');
}

function open({ userId, tenant, mustChangePassword }: AccessToken): void {
  choice = null;
  state = { userId, tenant, mustChangePassword };
  keep('mayHaveSession', 'yes');
  noteActivity();
}

function close(): void {
  stopLooking();
  dropFirstAnswers();
  dropAccessToken();
  state = null;
  choice = null;
  forget('mayHaveSession');
  forgetActivity();
}

function end(change: 'signed-out' | 'left-idle' | 'lost'): void {
  const userId = currentSession()?.userId ?? null;
  const wasGuest = currentSession()?.tenant.isGuest === true;
  close();
  if (change !== 'lost') forgetOnSignOut();
  tell(change, userId, wasGuest);
}

function tell(change: SessionChange, userId: bigint | null = null, wasGuest = false): void {
  for (const listener of listeners) listener(change, userId, wasGuest);
}

onAccessLost(() => end('lost'));

tabs.addEventListener('message', ({ data }) => {
  if (data === 'signed-out' || data === 'left-idle') end(data);
  if (data === 'password-changed') setMustChangePassword(false);
  if (data === 'signed-in' && state === null) {
    state = 'unknown';
    // The other tab has stored it too, but the message may arrive before that is visible here.
    keep('mayHaveSession', 'yes');
    tell('signed-in-elsewhere');
  }
});
