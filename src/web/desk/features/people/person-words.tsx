import { capitalized } from '../../../../shared/domain/capitalized.ts';
import type { StatusTone } from '../../../../shared/domain/deal-status.ts';
import { formatDay, formatMoment } from '../../../lib/moment.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import type { ListedPerson } from './people.api.ts';

type Stated = Pick<
  ListedPerson,
  | 'state'
  | 'lockedUntil'
  | 'invitedAt'
  | 'invitationExpiresAt'
  | 'invitationOpenedAt'
  | 'acceptedAt'
  | 'declinedAt'
>;

export const STATE_NAMES: Readonly<Record<ListedPerson['state'], string>> = {
  active: 'Active',
  invited: 'Invited',
  'not invited': 'Not invited',
  declined: 'Declined',
  closed: 'Closed',
};

const TONES: Readonly<Record<ListedPerson['state'], StatusTone>> = {
  active: 'good',
  invited: 'watch',
  'not invited': 'closed',
  declined: 'bad',
  closed: 'closed',
};

const isExpired = ({ state, invitationExpiresAt }: Stated): boolean =>
  state === 'invited' && invitationExpiresAt !== null && Date.parse(invitationExpiresAt) <= Date.now();

/** The state in a word or two. */
export function StateChip({ person }: { person: Stated }) {
  if (person.lockedUntil !== null) return <Chip tone="bad">Locked</Chip>;
  if (isExpired(person)) return <Chip tone="bad">Invitation expired</Chip>;
  return <Chip tone={TONES[person.state]}>{STATE_NAMES[person.state]}</Chip>;
}

/** What became of the invitation; null for somebody who was never sent one. */
export function invitationInWords(person: Stated): string | null {
  const { state, invitedAt, invitationExpiresAt, invitationOpenedAt, acceptedAt, declinedAt } = person;
  if (acceptedAt !== null) return `Accepted ${formatDay(acceptedAt)}`;
  if (declinedAt !== null) return `Declined ${formatDay(declinedAt)}`;
  if (invitedAt === null || invitationExpiresAt === null) return null;
  const opened = invitationOpenedAt === null ? 'not opened yet' : `opened ${formatDay(invitationOpenedAt)}`;
  const sent = `Sent ${formatDay(invitedAt)}, ${opened}`;
  if (state !== 'invited') return `${sent}, withdrawn`;
  return isExpired(person)
    ? `${sent}, expired ${formatDay(invitationExpiresAt)}`
    : `${sent}, works until ${formatDay(invitationExpiresAt)}`;
}

export const lockInWords = (lockedUntil: string): string =>
  `Too many wrong passwords or codes. The lock ends ${formatMoment(lockedUntil)}.`;

/** 'Credit analyst'; the role of people of a syndicate in the word that staff use. */
export const roleInWords = (role: string): string =>
  role === 'syndication' ? 'Investor' : capitalized(role);
