/** How long a link that the operator issues can be used: to an offer or a bank, in days. */
export const LINK_DAYS = { default: 14, most: 60 } as const;

/** A sign-in ticket stands for a password, so it is short: in minutes. */
export const TICKET_MINUTES = { default: 15, most: 24 * 60 } as const;

/** The links that carry their own right; each is listed and can be revoked. */
export const LINK_KINDS = ['offer', 'bank', 'ticket'] as const;
export type IssuedLinkKind = (typeof LINK_KINDS)[number];

/** The pages of an invite open to its syndicate alone, signed in: there is a mail to send and nothing to revoke. */
export const INVITE_PAGES = ['prefunding', 'reply'] as const;
export type InvitePage = (typeof INVITE_PAGES)[number];

export const isInvitePage = (page: InvitePage | IssuedLinkKind): page is InvitePage =>
  INVITE_PAGES.some((known) => known === page);

export const LINK_STATES = ['open', 'used', 'expired', 'revoked'] as const;
export type LinkState = (typeof LINK_STATES)[number];
