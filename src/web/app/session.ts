import { authContract } from '../../shared/contract/auth.ts';
import { dropAccess, renewAccess, requestAccess, whenAccessIsLost } from '../lib/access.ts';
import { isApiError } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { solveCaptcha } from '../lib/captcha.ts';
import { forget, forgetOnSignOut, keep, readKept } from '../lib/kept-in-browser.ts';

export interface Session {
  readonly userId: bigint;
  readonly tenant: { readonly id: string; readonly name: string };
  readonly mustChangePassword: boolean;
}

/** `lost`: it ended by itself, so the person may want to come back to the same page. */
export type SessionChange = 'signed-in-elsewhere' | 'signed-out' | 'lost';

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

function open({ userId, tenant, mustChangePassword }: Session): void {
  state = { userId, tenant, mustChangePassword };
  keep('mayHaveSession', 'yes');
}

function close(): void {
  dropAccess();
  state = null;
  forget('mayHaveSession');
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
