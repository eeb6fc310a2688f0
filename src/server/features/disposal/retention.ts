import { KEPT_BANK_DAYS } from '../../../shared/domain/connected-banks.ts';
import type { DB } from '../../platform/db/schema.ts';

/** How long a kind of data is kept. docs/retention.md is written from these, in these words. */
export interface Retention {
  holds: string;
  /** How long, and counted from what. */
  kept: string;
  afterwards: string;
}

const ledger = (holds: string): Retention => ({
  holds,
  kept: 'for good',
  afterwards: 'kept: the books, whose amounts are never changed or removed',
});

const OF_MERCHANT =
  'retention months after the last use of a merchant without a funded deal; deal records months after the last use where all deals have ended';

const ofMerchant = (holds: string): Retention => ({
  holds,
  kept: OF_MERCHANT,
  afterwards: 'deleted',
});

const expired = (holds: string, kept: string): Retention => ({ holds, kept, afterwards: 'deleted' });

const withUser = (holds: string): Retention => ({
  holds,
  kept: 'until its owner removes it; at the latest with the account (`users`)',
  afterwards: 'deleted',
});

const noPerson = (holds: string): Retention => ({
  holds,
  kept: 'for good',
  afterwards: 'kept: says nothing about a person',
});

/** Every table. A new one does not compile without its line. */
export const TABLE_RETENTION: Readonly<Record<keyof DB, Retention>> = {
  accountingMails: noPerson('that a mail to accounting was sent, by its message id'),
  adjustmentRequests: ledger('what a syndicate asked of accounting about a deal, in its words'),
  answeredChallenges: expired('hashes of solved captchas', 'until they expire, within an hour'),
  approvals: {
    holds: 'what one person of the funder’s staff asked for and another approved: of whom or what, why, when',
    kept: 'for good',
    afterwards:
      'kept: shows that two people agreed. It names people by id; a removed account’s id leads to no name any more',
  },
  auditEvents: {
    holds: 'who did what when, with ids, addresses of the connection, old and new values',
    kept: 'for good',
    afterwards:
      'kept: security and fraud are investigated with it, and each event’s hash covers the one before, so none can be removed. It names people by id; a removed account’s id leads to no name any more',
  },
  auditHeads: noPerson('the newest hash of each audit trail'),
  bankAccountChanges: {
    holds:
      'changes of a syndicate’s bank account: bank, type, whose it is, last four digits; full numbers, encrypted, only while pending',
    kept: 'with the syndicate (`syndicates`)',
    afterwards:
      'anonymised: the bank’s name, whose it is and the digits go, that there was a change and when stays',
  },
  bankConnections: {
    holds: 'access to a merchant’s bank at the provider: the access token, encrypted',
    kept: `${KEPT_BANK_DAYS} days after the merchant’s last use, once no deal is running and no offer open; retention months where an offer stays open`,
    afterwards: 'removed at the provider, then deleted here',
  },
  bookChanges: ledger('what changed in the book of a syndicate, by day and cause'),
  brokers: {
    holds: 'name, company, mail address and phone number of brokers',
    kept: 'retention months after the last use of any of the broker’s deals, none of which is running',
    afterwards: 'anonymised',
  },
  capabilityLinks: expired(
    'hashes of links to an offer, a bank connection, an invite',
    '90 days after the link’s end',
  ),
  caseEntries: ledger(
    'what the funder’s staff answered a syndicate about a deal, in their words, and who took it on',
  ),
  caseFiles: {
    holds: 'files that came with a message about an invite or with its answer, by name and who sent them',
    kept: 'for good; a file that was not sent off 1 day',
    afterwards: 'kept: part of what was agreed with the syndicate. Deleted where it was not sent off',
  },
  cashEntries: ledger('entries of the cash accounts of syndicates, with who recorded them and why'),
  changeNotices: {
    holds:
      'what banks wrote about the accounts that payouts went to: the code, last four digits, type; full numbers, encrypted, only while it waits',
    kept: 'with the syndicate (`syndicates`)',
    afterwards: 'anonymised: the digits go, that there was a notice and when stays',
  },
  companies: {
    holds: 'merchants: name, trade name, industry, month of founding',
    kept: 'retention months after the last use of a merchant without a funded deal',
    afterwards:
      'anonymised: name and trade name go. Of a merchant with a funded deal they are kept, because the books name the deal by them',
  },
  companyAddresses: ofMerchant('addresses of merchants'),
  companyBankAccounts: ofMerchant('names of merchants’ bank accounts'),
  companyOwners: ofMerchant('owners of merchants: names, credit scores, shares'),
  concentrationLimits: noPerson(
    'how much of its open balance a syndicate wants in one industry, state and so on',
  ),
  dealChecks: ledger('when each deal was last compared, and at which of its changes'),
  dealNotes: ofMerchant('notes about a deal, with the author’s name'),
  watchedDealChanges: ledger(
    'how the number of deals on the watchlist changed, replaced by its sum now and then',
  ),
  dealAlerts: ledger('when a deal came on the watchlist, and when it left'),
  deals: {
    holds: 'deals: the merchant’s name, MID, terms, status',
    kept: 'for good; the name of a deal that was never funded goes with its merchant (`companies`)',
    afterwards: 'kept: the books',
  },
  dealStatusChanges: ledger('statuses of a deal over time, with the reason given'),
  dealStandings: ledger('how a deal stands against its schedule'),
  dealTerms: ledger('what a deal asks of its merchant, and since when'),
  dealTotals: ledger('sums of a deal'),
  deskFiles: {
    ...ofMerchant('files that staff have added to a deal, by name and who added them'),
    kept: `${OF_MERCHANT}; a file that was refused or not uploaded 1 day`,
  },
  disposalRuns: noPerson('when personal data was removed, and how much'),
  documents: {
    holds:
      'files that the funder has sent to its investors, such as tax forms: by title, who sent and who withdrew them',
    kept: 'with the last of the syndicates that it was sent to (`syndicates`); one that was not published 1 day',
    afterwards: 'deleted. One that was sent to all syndicates is kept',
  },
  documentOpenings: {
    holds: 'who of the investors has opened a document, when first, when last and how often',
    kept: 'with the syndicate (`syndicates`)',
    afterwards: 'deleted',
  },
  documentRecipients: {
    holds: 'the syndicates that a document was sent to',
    kept: 'with the syndicate (`syndicates`)',
    afterwards: 'deleted',
  },
  existingAdvances: ofMerchant('advances that a merchant has elsewhere'),
  externalIds: {
    holds: 'the funder’s own ids of imported rows, and hashes of each row and of its columns',
    kept: 'for good',
    afterwards: 'kept: without them the next import of the same file would bring removed rows back',
  },
  fileCategories: noPerson('names of file categories'),
  exportChecks: ledger('when the exports of each syndicate were last compared'),
  files: ofMerchant('name, size and place of a deal’s files and of bank statements'),
  formerAddresses: expired('e-sign and CC addresses that a syndicate had before', '30 days after the change'),
  formerMembers: expired(
    'who belonged to a syndicate before, by id, and until when',
    '45 days after they left',
  ),
  formerNames: {
    holds: 'names and short names that a syndicate had before, by which nobody else is called',
    kept: 'for good',
    afterwards: 'kept: as the name of the syndicate (`syndicates`)',
  },
  idempotencyKeys: expired('answers of commands, to give again', '7 days'),
  importFiles: {
    holds: 'the spreadsheets of imports at the desk, by name and who sent them',
    kept: 'for good; the files of an import that was not confirmed 7 days',
    afterwards: 'kept: where the book came from. Deleted where the import was not confirmed',
  },
  importBookChanges: ledger('what an import at the desk added to the recorded changes of each book'),
  importJournal: ledger(
    'which rows an import at the desk added, changed or removed, and what they held before and after it',
  ),
  importRunRows: ledger('the same of imports before release 0.4.0'),
  importRuns: ledger('imports at the desk: their plan, what they found and did, and who confirmed them'),
  inviteCases: noPerson(
    'what became of what a syndicate asked about a deal: its state, and who of the staff deals with it, by id',
  ),
  inviteHistory: noPerson('that an invite was mailed, changed, answered'),
  knownDevices: expired(
    'hashes of device cookies',
    '1 year after the device was last seen; with the account (`users`)',
  ),
  lastVisits: {
    holds: 'when a person last looked at a syndicate’s dashboard, and what of it they have hidden',
    kept: 'with the account (`users`)',
    afterwards: 'deleted',
  },
  legalHolds: {
    holds: 'legal holds: on whom or what, why, since and until when',
    kept: 'for good',
    afterwards: 'kept: shows why something was not removed in time',
  },
  lenders: noPerson('names of lenders'),
  linkMails: expired(
    'mails with a link: to whom, by message id; the token, encrypted, until it is sent',
    '180 days',
  ),
  listedParticipations: ledger('each participation as the tables list it, with the merchant’s name'),
  listedWords: ledger('words of merchants’ names, for the search of the previous version'),
  guests: {
    holds:
      'whom the investors of a syndicate let in to which parts of its book, until when, and how it ended',
    kept: 'for good',
    afterwards:
      'kept: shows who could see a book. It names people by id; a removed account’s id leads to no name any more',
  },
  memberships: {
    holds: 'who may enter which tenant, under which name, as what, and since when not any more',
    kept: 'for good',
    afterwards: 'anonymised: the name goes with the account (`users`)',
  },
  movedAlone: {
    holds:
      'what each person of the funder’s staff, and each service token, moved without a second person: how much, what, when',
    kept: 'for good',
    afterwards:
      'kept: shows what took no second person. It names people by id; a removed account’s id leads to no name any more',
  },
  nightlyReports: noPerson('that a syndicate’s nightly report was sent, by its message id'),
  notificationChoices: {
    holds: 'what somebody wants to be told of by mail, and when',
    kept: 'for good',
    afterwards: 'kept: says nothing about a person whose account is removed',
  },
  notificationItems: expired('what somebody was told of by mail, in which words', '180 days'),
  offerMails: noPerson('that the mails of an acceptance were sent, by their message ids'),
  offers: {
    holds: 'offers: terms, status, notes',
    kept: 'for good; the notes go with the merchant’s details',
    afterwards: 'kept: the terms are part of the books',
  },
  participationInvites: ledger('invites of syndicates into deals, with shares'),
  openDifferences: noPerson(
    'where a reconciliation found that figures of the book differ, and whom it concerns by id',
  ),
  participationPayDates: ledger('sums of a participation by pay date'),
  participations: ledger('participations: shares, fees, amounts'),
  participationTotals: ledger('sums of a participation'),
  passkeyEnrolments: expired('a passkey that is being added', 'until it expires, within minutes'),
  passwordResets: expired('hashes of reset links and invitations', 'until they expire, within days'),
  payDateNotes: ledger('the funder’s notes about a pay date'),
  paymentCorrections: ledger('corrections of payments, with the reason and who made them'),
  paymentSources: ledger('files that payments came from, and who posted them'),
  payments: ledger('payments of merchants'),
  payoutOriginators: {
    holds: 'what bank files say about the funder, with who said it; the account they debit, encrypted',
    kept: 'for good',
    afterwards: 'kept: shows in whose name payouts were sent',
  },
  payoutRunFiles: {
    holds: 'the files for the bank, encrypted, with the account numbers of those who were paid',
    kept: 'for good',
    afterwards: 'kept: shows what the bank was asked to pay; each download is recorded',
  },
  payoutRunItems: ledger(
    'what payout runs paid to whom, the last four digits of the account, what came back',
  ),
  payoutRunsLeftOut: ledger('investors whom two people left out of a payout run, and why'),
  payoutRuns: ledger('payout runs with their sums, and who prepared, approved and sent them'),
  payoutLines: ledger('payouts to syndicates'),
  postingHeldEntries: ledger('lines of a day file that resemble another debit, by reference'),
  postingRefusals: ledger('lines of a day file that were refused, by reference'),
  postingRuns: ledger('day files that were posted'),
  preFundingAcceptances: ledger('answers of syndicates to invites, with amounts and their words'),
  reconciliations: ledger('results of the nightly comparison of the books'),
  recoveryCodes: withUser('hashes of recovery codes'),
  rememberedBrowsers: expired(
    'hashes of cookies of browsers that remember a user',
    '30 days; with the account (`users`)',
  ),
  shareExhibits: ledger('the Schedule A of each share: its name, its size and when it was made and sent'),
  returnFileEntries: {
    holds:
      'what banks sent back, entry by entry: trace number, code, amount, whom it names; what a notice corrects, encrypted, only while the file is not entered',
    kept: 'for good',
    afterwards: 'kept: shows why money that was paid was owed again',
  },
  returnFiles: ledger('files of returns from banks, and returns typed in, with who read and entered them'),
  serviceTokens: noPerson('hashes of the tokens of the funder’s own systems, with a name for each'),
  secondFactorResets: noPerson(
    'that a lost second factor was to be removed, of whom by id, by whom at the funder, and what became of it',
  ),
  sessions: expired('sessions: browser, address of the connection, when', '90 days after the session’s end'),
  sessionTokens: expired('hashes of session tokens', 'until they expire, at most 30 days'),
  daySheetLines: ledger('the lines of a day’s spreadsheet as they were read, checked and decided about'),
  daySheets: ledger('a day’s spreadsheet: how it was read, who posted it'),
  settledLines: ledger('what became of a payment’s line that was not posted at first, by whom and why'),
  sheetFiles: {
    holds: 'spreadsheets that staff dropped, by name and who dropped them',
    kept: 'for good where something was posted or imported from it; otherwise 30 days',
    afterwards: 'kept: where the books’ lines came from. Deleted where nothing came of it',
  },
  sheetSources: noPerson('how the columns of a spreadsheet are read, by the names of its columns'),
  signInChallenges: expired('sign-ins that wait for the second factor', 'until they expire, within minutes'),
  singleSignOn: noPerson(
    'where the staff of a tenant sign in, with the secret of the portal there, encrypted',
  ),
  singleSignOnAttempts: expired(
    'sign-ins that were begun at a provider',
    'until they expire, within minutes',
  ),
  stagedFiles: expired(
    'files that a broker has uploaded and not sent off, by name',
    '1 day after the end of the link; of files that were sent off, 90 days',
  ),
  statementFileLinks: expired(
    'which session asked for a statement’s file',
    'until they expire, within a minute',
  ),
  statementMonths: ofMerchant('figures of merchants’ bank statements'),
  syndicateBankAccounts: {
    holds: 'bank accounts of syndicates: bank, type, whose it is; numbers, encrypted',
    kept: 'with the syndicate (`syndicates`)',
    afterwards: 'deleted',
  },
  statements: ledger(
    'the statements of each syndicate by month and year: their figures, with its name, address and contact person as they were',
  ),
  syndicateAnalyses: ledger(
    'how a syndicate’s open balance spreads, and what the deals of each quarter paid',
  ),
  syndicateForecasts: ledger('what the open shares of a syndicate will be paid, by pay date'),
  syndicatePayDates: ledger('sums of a syndicate by pay date'),
  syndicateReturns: ledger('what the returns of a syndicate are made of'),
  syndicateReturnsParts: ledger(
    'what the returns of a syndicate’s open, closed and latest deals are made of',
  ),
  syndicates: {
    holds: 'syndicates: name, contact person, phone number, address, e-sign and CC addresses, settings',
    kept: 'retention months after the last use of a syndicate whose users are all closed, without a running deal and with nothing owed',
    afterwards:
      'anonymised: everything of the contact goes. The syndicate’s name stays, because the books say whom they paid',
  },
  syndicateTotals: ledger('sums of a syndicate'),
  tenantBooks: noPerson('through which day a tenant’s book is posted'),
  tenantHosts: noPerson('host names of tenants'),
  tenants: noPerson('funders and their settings'),
  throttles: expired('counters of attempts, under hashed keys', 'until they expire'),
  totpEnrolments: expired('a TOTP app that is being added', 'until it expires, within minutes'),
  userPasskeys: withUser('passkeys: public key, name'),
  users: {
    holds: 'people: name, mail address, login name, hash of the password',
    kept: 'retention months after the last membership was closed, in every tenant',
    afterwards: 'anonymised: names, address and password go; the key stays for the audit trail',
  },
  userTotp: withUser('secrets of TOTP apps, encrypted'),
  watchedParticipations: ledger('shares of the deals on the watchlist'),
  withdrawalRequests: ledger('withdrawals from cash accounts, with who asked for and settled them'),
};

/** What is not in a table. */
export const OTHER_RETENTION: Readonly<Record<string, Retention>> = {
  'file storage, `<tenant>/staged/`': {
    holds: 'uploads that are being checked',
    kept: 'until they are checked, at the latest 1 day after the end of the link',
    afterwards: 'deleted',
  },
  'file storage, `<tenant>/files/`': ofMerchant(
    'files of deals; documents as long as their row (`documents`)',
  ),
  'file storage, `<tenant>/schedule-a/`': ledger('the Schedule A of each share'),
  'file storage, `<tenant>/statements/` and where `stored_file` names them': ofMerchant('bank statements'),
  'job queue': {
    holds: 'jobs with their payload, which may hold a mail address',
    kept: 'until the job is done; 90 days where it failed for good',
    afterwards: 'deleted',
  },
  'logs of api and worker': {
    holds: 'requests by id, route, status and time; no name, address, token or number of a person',
    kept: '90 days is what we advise; your log service decides',
    afterwards: 'deleted by your log service',
  },
  metrics: {
    holds: 'counts and times, by tenant',
    kept: 'as your Prometheus is set up',
    afterwards: 'kept: says nothing about a person',
  },
  backups: {
    holds: 'everything above, as it was when the backup was made',
    kept: "the newest of 7 days, 5 weeks and 12 months. `BACKUP_KEEP='7 5 0'` keeps none longer than 35 days: set it where the backups count toward the two years",
    afterwards:
      'deleted by `deploy/backup`. After a restore, run `portal disposal run` before anybody signs in',
  },
  'mails that were sent': {
    holds: 'what each mail says, at the recipient and at your mail server',
    kept: 'not by the portal',
    afterwards: 'your mail server’s own logs and queues are yours to clear',
  },
};
