import { authContract } from '../../shared/contract/auth.ts';
import { dropAccess, renewAccess, requestAccess, whenAccessIsLost } from '../lib/access.ts';
import { isApiError } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { solveCaptcha } from '../lib/captcha.ts';
import { forget, forgetOnSignOut, keep, readKept } from '../lib/kept-in-browser.ts';
import { forgetActivity, hasGoneIdle, noteActivity } from './activity.ts';

export interface Session {
  readonly userId: bigint;
  readonly tenant: { readonly id: string; readonly name: string };
  readonly mustChangePassword: boolean;
}

/** `lost`: it ended by itself, so the person may want to come back to the same page. */
export type SessionChange = 'signed-in-elsewhere' | 'signed-out' | 'lost' | 'duties-changed';

export interface Credentials {
  readonly loginName: string;
  readonly password: string;
  readonly isRemembered: boolean;
}

type Listener = (change: SessionChange) => void;

const tabs = new BroadcastChannel('portal.session');
const listeners = new Set<Listener>();
let state: Session | null | 'unknown' = 'unknown';

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
    if (!isApiError(error, 'not_signed_in')) throw error;
    // Unless someone has signed in while the answer was on its way.
    if (state === 'unknown') close();
  }
  return currentSession();
}

/** Strangers have no session to ask for, and the sign-in page comes at once. */
export const mayHaveSession = (): boolean => readKept('mayHaveSession') !== null;

export async function signIn(credentials: Credentials): Promise<void> {
  const captcha = await solveCaptcha();
  open(await requestAccess({ grant: 'password', ...credentials, captcha }));
  tabs.postMessage('signed-in');
}

/** Throws when the server could not be told: the session is then still open. */
export async function signOut(): Promise<void> {
  await call(authContract.signOut, {});
  tabs.postMessage('signed-out');
  end('signed-out');
}

/** Nobody is there any more: the page closes even when the server can't be told. It ends idle sessions by itself. */
export function leaveIdleSession(): void {
  tabs.postMessage('signed-out');
  end('signed-out');
  call(authContract.signOut, {}).catch(() => undefined);
}

/** What the server has said about the password since the session was opened. */
export function notePasswordDuty(mustChangePassword: boolean): void {
  if (state === 'unknown' || state === null || state.mustChangePassword === mustChangePassword) return;
  state = { ...state, mustChangePassword };
  if (!mustChangePassword) tabs.postMessage('password-changed');
  tell('duties-changed');
}

function open({ userId, tenant, mustChangePassword }: Session): void {
  state = { userId, tenant, mustChangePassword };
  keep('mayHaveSession', 'yes');
  noteActivity();
}

function close(): void {
  dropAccess();
  state = null;
  forget('mayHaveSession');
  forgetActivity();
}

function end(change: 'signed-out' | 'lost'): void {
  close();
  if (change === 'signed-out') forgetOnSignOut();
  tell(change);
}

function tell(change: SessionChange): void {
  for (const listener of listeners) listener(change);
}

whenAccessIsLost(() => end('lost'));

tabs.addEventListener('message', ({ data }) => {
  if (data === 'signed-out') end('signed-out');
  if (data === 'password-changed') notePasswordDuty(false);
  if (data === 'signed-in' && state === null) {
    state = 'unknown';
    tell('signed-in-elsewhere');
  }
});

// A page that comes back from the browser's memory may show what its reader is no longer signed in for.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload();
});
