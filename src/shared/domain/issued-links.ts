/** How many days a link to an offer or to a bank connection can be used. */
export const LINK_DAYS = { default: 14, max: 60 } as const;

/** How many minutes a sign-in ticket can be used. It replaces a password, so it is short-lived. */
export const TICKET_MINUTES = { default: 15, max: 24 * 60 } as const;

/** Links that grant access by themselves. Each is listed and can be revoked. */
export const LINK_KINDS = ['offer', 'bank', 'ticket'] as const;
export type IssuedLinkKind = (typeof LINK_KINDS)[number];

/**
 * Pages of an invite, which open only to the signed-in users of its syndicate. They are mailed, and there is nothing
 * to revoke.
 */
export const INVITE_PAGES = ['prefunding', 'reply'] as const;
export type InvitePage = (typeof INVITE_PAGES)[number];

export const isInvitePage = (page: InvitePage | IssuedLinkKind): page is InvitePage =>
  INVITE_PAGES.some((known) => known === page);

export const LINK_STATES = ['open', 'used', 'expired', 'revoked'] as const;
export type LinkState = (typeof LINK_STATES)[number];
