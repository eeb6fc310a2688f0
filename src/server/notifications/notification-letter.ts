import { NOTIFICATIONS, type NotificationKind, namesOfKinds } from '../../shared/domain/notifications.ts';
import { pathOf } from '../../shared/pages.ts';
import { type Letter, oneLine, questionsTo } from '../platform/mail/letter.ts';
import type { Attached } from './attached-statements.ts';

export interface ToldItem {
  userId: bigint;
  kind: NotificationKind;
  subject: string;
  words: string;
  path: string;
}

interface Around {
  /** The funder's. */
  name: string;
  supportEmail: string;
  origin: string;
  /** The page that switches off what the mail tells of. */
  switchOff: string;
  attached: Attached;
}

/** What is left out of a mail is in the portal. */
const MOST_PARTS = 50;

const LABELS: Readonly<Record<NotificationKind, string>> = {
  payout_paid: 'See what was paid',
  payout_returned: 'Look at your bank account',
  statement_ready: 'Open the statement',
  document_published: 'Open the document',
  new_deal: 'Look at the deal',
  watchlist: 'Open the watchlist',
  request_answered: 'Read the answer',
};

/** Says in words what happened. It has no amounts: those are read in the portal, after signing in, or in a file that was asked for. */
export function letterOf(items: readonly ToldItem[], around: Around): Letter {
  const { name, supportEmail, origin, switchOff, attached } = around;
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const about = namesOfKinds(kinds);
  const choices = `${origin}${pathOf('profile')}?tab=notifications`;
  const letter = items.length === 1 && items[0] ? ofOne(items[0], around) : ofSeveral(items, around);
  return {
    ...letter,
    paragraphs: [...letter.paragraphs, ...wordsOfFiles(attached)],
    closing: [
      'You sign in to open it.',
      `You choose what ${name} tells you of, and when: ${choices}`,
      questionsTo(supportEmail),
    ],
    closingLink: { label: `Switch off mails about: ${about}`, url: switchOff },
  };
}

function wordsOfFiles({ attachments, leftOutCount, failed }: Attached): string[] {
  const words = [
    attachments.length > 0 &&
      `${attachments.length === 1 ? 'The PDF is' : `${attachments.length} PDFs are`} attached, as you chose in My Profile.`,
    leftOutCount > 0 &&
      `${leftOutCount === 1 ? 'One did not fit into this mail and is' : `${leftOutCount} did not fit into this mail and are`} in the portal.`,
    failed.length > 0 && wordsOfFailed(failed.length),
  ].filter((sentence) => sentence !== false);
  return words.length > 0 ? [words.join(' ')] : [];
}

const wordsOfFailed = (count: number): string =>
  count === 1
    ? 'The PDF of one statement could not be created, so it is not attached. The statement is in the portal under Documents.'
    : `The PDFs of ${count} statements could not be created, so they are not attached. The statements are in the portal under Documents.`;

const ofOne = ({ kind, subject, words, path }: ToldItem, { origin }: Around): Letter => ({
  subject,
  paragraphs: [words],
  action: { label: LABELS[kind], url: `${origin}${path}` },
});

function ofSeveral(items: readonly ToldItem[], { name, origin }: Around): Letter {
  const left = items.length - MOST_PARTS;
  return {
    subject: oneLine(`What is new with ${name}`),
    paragraphs: [`${items.length} things have happened since yesterday morning.`],
    parts: items.slice(0, MOST_PARTS).map(({ kind, subject, words, path }) => ({
      title: subject,
      text: `${NOTIFICATIONS[kind].name}. ${words}`,
      url: `${origin}${path}`,
    })),
    action: {
      label: left > 0 ? `See these and ${left} more in the portal` : 'Open the portal',
      url: `${origin}${pathOf('dashboard')}`,
    },
  };
}
