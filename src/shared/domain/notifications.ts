/** When somebody is told of something: as soon as it happens, in one mail each morning, or not at all. */
export const NOTIFICATION_CHOICES = ['now', 'daily', 'never'] as const;
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number];

interface Kind {
  name: string;
  /** What happens that a mail tells of. */
  about: string;
  /** What somebody gets who has chosen nothing. */
  byDefault: NotificationChoice;
}

/** What an investor is told of by choice, in the order of the profile. The keys are stored, so they must never change. */
export const NOTIFICATIONS = {
  payout_paid: {
    name: 'Payout paid',
    about: 'A payout or a withdrawal was paid to your bank account.',
    byDefault: 'daily',
  },
  payout_returned: {
    name: 'Returned payment',
    about: 'Your bank has sent a payout back.',
    byDefault: 'now',
  },
  statement_ready: {
    name: 'Statement ready',
    about: 'The statement of a month is there, or a corrected one.',
    byDefault: 'now',
  },
  document_published: {
    name: 'New document',
    about: 'A document is there for you, such as a Schedule A.',
    byDefault: 'now',
  },
  new_deal: {
    name: 'New deal',
    about: 'You are invited to take a share of a deal.',
    byDefault: 'now',
  },
  watchlist: {
    name: 'Watchlist',
    about: 'A deal of yours is new on the watchlist.',
    byDefault: 'daily',
  },
  request_answered: {
    name: 'Request answered',
    about: 'Your funder has answered what you wrote.',
    byDefault: 'now',
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof NOTIFICATIONS;

/** Mails have no figures. Of these kinds the file goes with the mail to who asks for it. */
const WITH_FILES: ReadonlySet<NotificationKind> = new Set(['statement_ready']);
export const hasFiles = (kind: NotificationKind): boolean => WITH_FILES.has(kind);

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as readonly NotificationKind[];

/**
 * What everybody is told of at once, whatever they have chosen: whoever takes over an account would switch these mails off first. There
 * is no stored choice for them.
 */
export const ALWAYS_TOLD = {
  bank_change: { name: 'Change of the bank account', about: 'Payouts would go to another account.' },
  new_device: {
    name: 'Sign-in from a new browser',
    about: 'Somebody signed in as you where nobody had before.',
  },
  esign_changed: {
    name: 'E-sign or CC addresses changed',
    about: 'Documents and reports would go to others.',
  },
  second_factor: { name: 'Second factor changed', about: 'It was added, removed or is to be removed.' },
  password: { name: 'Password changed', about: 'The old one no longer signs you in.' },
} as const;

export type AlwaysToldKind = keyof typeof ALWAYS_TOLD;

export const ALWAYS_TOLD_KINDS = Object.keys(ALWAYS_TOLD) as readonly AlwaysToldKind[];

export const isAlwaysTold = (kind: NotificationKind | AlwaysToldKind): kind is AlwaysToldKind =>
  kind in ALWAYS_TOLD;

/** 'Payout paid, Watchlist and New deal', in the order of the profile. */
export function namesOfKinds(kinds: readonly NotificationKind[]): string {
  const names = NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) => NOTIFICATIONS[kind].name,
  );
  const last = names.at(-1);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : (last ?? '');
}
