/** The pages of the desk by name, each with its address. They are the desk's own list, because no investor's browser needs it. */
export const DESK_PAGES = {
  board: '/desk',
  audit: '/desk/audit',
  investors: '/desk/investors',
  investor: '/desk/investors/$syndicateId',
  requests: '/desk/requests',
  request: '/desk/requests/$caseId',
  why: '/desk/why',
  people: '/desk/people',
  person: '/desk/people/$userId',
  imports: '/desk/import',
  import: '/desk/import/$runId',
  settings: '/desk/settings',
  tokens: '/desk/settings/tokens',
  submissions: '/desk/submissions',
  submission: '/desk/submissions/$offerId',
  links: '/desk/links',
  account: '/desk/account',
} as const satisfies Record<string, `/desk${string}`>;

export type DeskPageName = keyof typeof DESK_PAGES;

/** Whether an address, from the path on, is one of the desk's. */
export const isDeskAddress = (address: string): boolean => /^\/desk(?:[/?#]|$)/.test(address);
