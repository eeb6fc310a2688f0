import { authContract } from '../../shared/contract/auth.ts';
import {
  type Access,
  chooseTenant as chooseTenantOfAccess,
  dropAccess,
  type Grant,
  renewAccess,
  requestAccess,
  type Tenant,
  TenantAsked,
  whenAccessIsLost,
} from '../lib/access.ts';
import { isApiError } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { solveCaptcha } from '../lib/captcha.ts';
import { forget, forgetOnSignOut, keep, readKept } from '../lib/kept-in-browser.ts';
import { send } from '../lib/send.ts';
import { forgetActivity, hasGoneIdle, noteActivity } from './activity.ts';

export interface Session {
  readonly userId: bigint;
  readonly tenant: Tenant;
  readonly mustChangePassword: boolean;
}

/** `lost` and `left-idle`: it ended by itself, so the person may want to come back to the same page. */
export type SessionChange = 'signed-in-elsewhere' | 'signed-out' | 'left-idle' | 'lost' | 'duties-changed';

export interface Credentials {
  readonly loginName: string;
  readonly password: string;
  readonly isRemembered: boolean;
}

/** What the second step of signing in shows. */
type Proof = Extract<Grant, { challengeToken: string }>;

/** Told with the user whose session ended, where one did. */
type Listener = (change: SessionChange, userId: bigint | null) => void;

const tabs = new BroadcastChannel('portal.session');
const listeners = new Set<Listener>();
let state: Session | null | 'unknown' = 'unknown';
let choice: readonly Tenant[] | null = null;

export function onSessionChange(listener: Listener): void {
  listeners.add(listener);
}

export function currentSession(): Session | null {
  return state === 'unknown' ? null : state;
}

/** The session behind the browser's cookie, asked for once; throws when the server cannot be asked. */
export async function restoreSession(): Promise<Session | null> {
  if (state !== 'unknown') return state;
  if (mayHaveSession() && hasGoneIdle()) {
    await call(authContract.signOut, {});
    tabs.postMessage('signed-out');
    close();
    forgetOnSignOut();
    return null;
  }
  try {
    open(await renewAccess());
  } catch (error) {
    if (error instanceof TenantAsked) return askForTenant(error.tenants);
    if (!isApiError(error, 'not_signed_in')) throw error;
    // Unless someone has signed in while the answer was on its way.
    if (state === 'unknown') close();
  }
  return currentSession();
}

/** Strangers have no session to ask for, and the sign-in page comes at once. */
export const mayHaveSession = (): boolean => readKept('mayHaveSession') !== null;

export async function signIn({ isRemembered, ...credentials }: Credentials): Promise<void> {
  const captcha = await solveCaptcha();
  if (isRemembered) keep('mayBeRemembered', 'yes');
  await enter({ grant: 'password', ...credentials, isRemembered, captcha });
  // The server has forgotten whoever was remembered before.
  if (!isRemembered) forget('mayBeRemembered');
}

/** For whom the server remembers on this browser: nobody types the name. */
export async function signInRemembered(password: string): Promise<void> {
  await enter({ grant: 'remembered', password, captcha: await solveCaptcha() });
}

export const signInByTicket = (ticket: string): Promise<void> => enter({ grant: 'ticket', ticket });

export const finishSignIn = (proof: Proof): Promise<void> => enter(proof);

async function enter(grant: Grant): Promise<void> {
  try {
    open(await requestAccess(grant));
  } catch (error) {
    if (error instanceof TenantAsked) askForTenant(error.tenants);
    throw error;
  }
  tabs.postMessage('signed-in');
}

/** Set while somebody is signed in and has not said yet whose books they want to see. */
export const tenantsToChooseFrom = (): readonly Tenant[] | null => choice;

export function chooseTenant(tenant: Tenant): void {
  open(chooseTenantOfAccess(tenant));
  tabs.postMessage('signed-in');
}

function askForTenant(tenants: readonly Tenant[]): null {
  state = null;
  choice = tenants;
  keep('mayHaveSession', 'yes');
  return null;
}

/** Whoever asked to be remembered here: the masked e-mail, and for how long they may not try. */
export async function rememberedUser() {
  const user = await send(authContract.rememberedUser, { params: { token: 'current' } });
  if (user.maskedEmail === null) forget('mayBeRemembered');
  return user;
}

/** Strangers are not asked about. */
export const mayBeRemembered = (): boolean => readKept('mayBeRemembered') !== null;

let inPage = document.querySelector<HTMLMetaElement>('meta[name="remembered"]')?.content ?? null;

/** The masked e-mail that the page itself brought along; once, for it may be forgotten from then on. */
export function takeRememberedInPage(): string | null {
  const email = inPage;
  inPage = null;
  if (email !== null) keep('mayBeRemembered', 'yes');
  return email;
}

/** The server is told, so that the next visitor of this browser does not see the e-mail either. */
export async function forgetRemembered(): Promise<void> {
  await send(authContract.forgetRememberedUser, { params: { token: 'current' } });
  forget('mayBeRemembered');
}

/** Throws when the server could not be told: the session is then still open. Who is remembered here still is, afterwards. */
export async function signOut(): Promise<void> {
  await call(authContract.signOut, {});
  tabs.postMessage('signed-out');
  end('signed-out');
}

/** A new password has ended the sessions of its owner. Whoever is signed in here starts anew, with a name that is asked for. */
export async function leaveAfterReset(): Promise<void> {
  if (!mayHaveSession() && !mayBeRemembered()) return;
  await signOut().catch(() => end('signed-out'));
}

/** Nobody is there any more: the page closes even when the server can't be told. It ends idle sessions by itself. */
export function leaveIdleSession(): void {
  tabs.postMessage('left-idle');
  end('left-idle');
  call(authContract.signOut, {}).catch(() => undefined);
}

/** What the server has said about the password since the session was opened. */
export function notePasswordDuty(mustChangePassword: boolean): void {
  if (state === 'unknown' || state === null || state.mustChangePassword === mustChangePassword) return;
  state = { ...state, mustChangePassword };
  if (!mustChangePassword) tabs.postMessage('password-changed');
  tell('duties-changed');
}

function open({ userId, tenant, mustChangePassword }: Access): void {
  choice = null;
  state = { userId, tenant, mustChangePassword };
  keep('mayHaveSession', 'yes');
  noteActivity();
}

function close(): void {
  dropAccess();
  state = null;
  choice = null;
  forget('mayHaveSession');
  forgetActivity();
}

function end(change: 'signed-out' | 'left-idle' | 'lost'): void {
  const userId = currentSession()?.userId ?? null;
  close();
  if (change !== 'lost') forgetOnSignOut();
  tell(change, userId);
}

function tell(change: SessionChange, userId: bigint | null = null): void {
  for (const listener of listeners) listener(change, userId);
}

whenAccessIsLost(() => end('lost'));

tabs.addEventListener('message', ({ data }) => {
  if (data === 'signed-out' || data === 'left-idle') end(data);
  if (data === 'password-changed') notePasswordDuty(false);
  if (data === 'signed-in' && state === null) {
    state = 'unknown';
    // The other tab has kept it too, but the message may be here before that shows.
    keep('mayHaveSession', 'yes');
    tell('signed-in-elsewhere');
  }
});

// A page that comes back from the browser's memory may show what its reader is no longer signed in for.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload();
});
