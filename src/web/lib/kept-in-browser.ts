/** Everything the portal keeps in this browser between visits. Nothing here is secret; a name is kept only while it is locked. */
const KEPT = {
  lastSyndicateId: { key: 'portal.last-syndicate-id', survivesSignOut: true },
  /** Whose portfolio a manager looked at last, if not the own. The server decides whether they still may. */
  switchedSyndicateId: { key: 'portal.switched-syndicate-id', survivesSignOut: false },
  /** Says only that asking for a session is worth it; the session itself is the server's cookie. */
  mayHaveSession: { key: 'portal.may-have-session', survivesSignOut: false },
  /** Says only that the server may know a name to greet with; the name itself is the server's. public/before-app.js reads this key. */
  mayBeRemembered: { key: 'portal.may-be-remembered', survivesSignOut: true },
  /** As it was typed, while sign-in is locked for it: the server says for how much longer. */
  lockedLoginName: { key: 'portal.locked-login-name', survivesSignOut: false },
  /** Where somebody of several tenants was, for a reload. The server decides whether they still may. */
  lastTenantId: { key: 'portal.last-tenant-id', survivesSignOut: false },
  /** When somebody was last there, in whichever tab; in milliseconds. */
  lastActivity: { key: 'portal.last-activity', survivesSignOut: false },
  /** What brokers had entered of offers they have not accepted yet. Who logs out on a shared computer leaves no words behind, a broker's neither. */
  offerDrafts: { key: 'portal.offer-drafts', survivesSignOut: false },
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
    // A full storage costs a preference, not the page.
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

/** None where the visitor's settings forbid it. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
