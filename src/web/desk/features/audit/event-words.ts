import type { AuditedEvent } from './audit.api.ts';

/** A field with its old and its new value, or with the one that is known of it. */
export interface Detail {
  name: string;
  old?: string;
  value: string;
}

/** Who did it: a person, what a command or a system was called, or the portal itself. */
export function actorOf({
  user,
  userId,
  details,
}: Pick<AuditedEvent, 'user' | 'userId' | 'details'>): string {
  if (user !== null) return user;
  if (userId !== null) return `user ${userId}`;
  return String(details['operator'] ?? 'the portal');
}

/** Nobody reads the whole id of a session; its beginning tells one from another. */
export const shortSubject = (subject: string): string =>
  subject.replace(/([0-9a-f]{8})-[0-9a-f-]{27}/, '$1…');

const HIDDEN = new Set(['operator', 'session']);

/** 'oldCity' and 'newCity' become one line; everything else is a line of its own. */
export function detailsOf({ details }: Pick<AuditedEvent, 'details'>): Detail[] {
  const lines: Detail[] = [];
  for (const [key, value] of Object.entries(details)) {
    const [, field] = /^new([A-Z].*)$/.exec(key) ?? [];
    const isOldOfPair = /^old[A-Z]/.test(key) && `new${key.slice(3)}` in details;
    if (HIDDEN.has(key) || isOldOfPair) continue;
    const old = field === undefined ? undefined : details[`old${field}`];
    lines.push({
      name: inWords(field ?? key),
      ...(old !== undefined && { old: old === '' ? 'nothing' : String(old) }),
      value: value === '' ? 'nothing' : String(value),
    });
  }
  return lines;
}

/** 'isLocked' and 'IsClosed' become 'locked' and 'closed', 'syndicateId' 'syndicate id'. */
const inWords = (field: string): string =>
  field
    .replace(/^is(?=[A-Z])/i, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
