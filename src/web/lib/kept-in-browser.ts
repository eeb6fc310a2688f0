/**
 * Everything the portal stores in this browser between visits. Nothing of it is secret; a login name is stored only while it is
 * locked.
 */
const KEPT = {
  lastSyndicateId: { key: 'portal.last-syndicate-id', survivesSignOut: true },
  /** The syndicate that a manager viewed last, if not their own. The server decides whether they still may. */
  switchedSyndicateId: { key: 'portal.switched-syndicate-id', survivesSignOut: false },
  /** Says only that there may be a session to restore; the session itself is in the server's cookie. */
  mayHaveSession: { key: 'portal.may-have-session', survivesSignOut: false },
  /**
   * Says only that the server may remember a user of this browser; the name itself is on the server. public/before-app.js reads
   * this key.
   */
  mayBeRemembered: { key: 'portal.may-be-remembered', survivesSignOut: true },
  /** The login name as typed, while sign-in is locked for it. The server says for how much longer. */
  lockedLoginName: { key: 'portal.locked-login-name', survivesSignOut: false },
  /** The tenant that a user of several tenants chose, for a reload. The server decides whether they still may. */
  lastTenantId: { key: 'portal.last-tenant-id', survivesSignOut: false },
  /** When there was last any activity in any tab, in milliseconds. */
  lastActivity: { key: 'portal.last-activity', survivesSignOut: false },
  /** After how many seconds without activity the server ends the session. public/before-app.js reads this key too. */
  idleSeconds: { key: 'portal.idle-seconds', survivesSignOut: false },
  /**
   * What brokers have entered for offers that they have not accepted yet. Logging out removes it, because the computer may be
   * shared.
   */
  offerDrafts: { key: 'portal.offer-drafts', survivesSignOut: false },
  /** That the dashboard had the strip of what happened since the last visit, so that its place is held while it loads. */
  showedSince: { key: 'portal.showed-since', survivesSignOut: false },
  // public/before-app.js reads this key too.
  colorScheme: { key: 'portal.color-scheme', survivesSignOut: false },
} as const;

type Kept = keyof typeof KEPT;

export function readKept(name: Kept): string | null {
  return storage()?.getItem(KEPT[name].key) ?? null;
}

export function keep(name: Kept, value: string): void {
  try {
    storage()?.setItem(KEPT[name].key, value);
  } catch {
    // When the storage is full, only a preference is lost.
  }
}

export function forget(name: Kept): void {
  storage()?.removeItem(KEPT[name].key);
}

export function forgetOnSignOut(): void {
  for (const { key, survivesSignOut } of Object.values(KEPT)) {
    if (!survivesSignOut) storage()?.removeItem(key);
  }
}

/** Null where the browser's settings forbid storage. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
