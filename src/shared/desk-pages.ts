import { DESK_START } from './desk-start.ts';

/** The pages of the desk by name, each with its address. They are the desk's own list, because no investor's browser needs it. */
export const DESK_PAGES = {
  board: DESK_START,
  differences: '/desk/differences',
  audit: '/desk/audit',
  deals: '/desk/deals',
  deal: '/desk/deals/$dealId',
  dealFcs: '/desk/deals/$dealId/fcs',
  investors: '/desk/investors',
  investor: '/desk/investors/$syndicateId',
  documents: '/desk/documents',
  sendDocuments: '/desk/documents/send',
  document: '/desk/documents/$documentId',
  requests: '/desk/requests',
  request: '/desk/requests/$caseId',
  why: '/desk/why',
  payments: '/desk/payments',
  postDay: '/desk/payments/post',
  people: '/desk/people',
  person: '/desk/people/$userId',
  imports: '/desk/import',
  import: '/desk/import/$runId',
  settings: '/desk/settings',
  tokens: '/desk/settings/tokens',
  payouts: '/desk/payouts',
  returnFile: '/desk/payouts/returns/$fileId',
  payoutRun: '/desk/payouts/$runId',
  submissions: '/desk/submissions',
  submission: '/desk/submissions/$offerId',
  links: '/desk/links',
  account: '/desk/account',
} as const satisfies Record<string, `/desk${string}`>;

export type DeskPageName = keyof typeof DESK_PAGES;

/** The address of the page about one thing; that of a page about none stays as it is. */
export const deskPageOf = (page: DeskPageName, id: bigint): string =>
  DESK_PAGES[page].replace(/\$\w+/, id.toString());
