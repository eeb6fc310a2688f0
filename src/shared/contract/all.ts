import { asOfContract } from './as-of.ts';
import { authContract } from './auth.ts';
import { bankLinkContract } from './bank-link.ts';
import { browserFailuresContract } from './browser-failures.ts';
import { cashContract } from './cash.ts';
import { dealPageContract } from './deal-page.ts';
import { deskContract } from './desk.ts';
import { deskApprovalsContract } from './desk-approvals.ts';
import { deskAuditContract } from './desk-audit.ts';
import { deskBoardContract } from './desk-board.ts';
import { deskChangeNoticesContract } from './desk-change-notices.ts';
import { deskCorrectionsContract } from './desk-corrections.ts';
import { deskDealChangesContract } from './desk-deal-changes.ts';
import { deskDealsContract } from './desk-deals.ts';
import { deskFcsContract } from './desk-fcs.ts';
import { deskFilesContract } from './desk-files.ts';
import { deskFundingContract } from './desk-funding.ts';
import { deskImportsContract } from './desk-imports.ts';
import { deskInvestorsContract } from './desk-investors.ts';
import { deskLinksContract } from './desk-links.ts';
import { deskNotesContract } from './desk-notes.ts';
import { deskPayoutsContract } from './desk-payouts.ts';
import { deskPeopleContract } from './desk-people.ts';
import { deskPaymentsContract, deskPostingContract } from './desk-posting.ts';
import { deskRequestsContract } from './desk-requests.ts';
import { deskSearchContract } from './desk-search.ts';
import { deskSettingsContract } from './desk-settings.ts';
import { deskSignOnContract } from './desk-sign-on.ts';
import { deskSubmissionsContract } from './desk-submissions.ts';
import { deskTokensContract } from './desk-tokens.ts';
import { deskWhyContract } from './desk-why.ts';
import { fcsContract } from './fcs.ts';
import { forecastContract } from './forecast.ts';
import { insightsContract } from './insights.ts';
import { invitationsContract } from './invitations.ts';
import { inviteThreadsContract } from './invite-threads.ts';
import { invitesContract } from './invites.ts';
import { offersContract } from './offers.ts';
import { operatorContract } from './operator.ts';
import { operatorAuditContract } from './operator-audit.ts';
import { operatorBankChangesContract } from './operator-bank-changes.ts';
import { operatorBookContract } from './operator-book.ts';
import { operatorCashContract } from './operator-cash.ts';
import { operatorCorrectionsContract } from './operator-corrections.ts';
import { operatorDealStatusContract } from './operator-deal-status.ts';
import { operatorDealTermsContract } from './operator-deal-terms.ts';
import { operatorFilesContract } from './operator-files.ts';
import { operatorImportsContract } from './operator-imports.ts';
import { operatorLinksContract } from './operator-links.ts';
import { operatorReconciliationContract, operatorReportsContract } from './operator-nights.ts';
import { operatorPostingContract } from './operator-posting.ts';
import { operatorSettingsContract } from './operator-settings.ts';
import { operatorUsersContract } from './operator-users.ts';
import { passwordsContract } from './passwords.ts';
import { payoutsContract } from './payouts.ts';
import { portfolioContract } from './portfolio.ts';
import { profileContract } from './profile.ts';
import { returnsContract } from './returns.ts';
import { secondFactorContract } from './second-factor.ts';
import { sessionsContract } from './sessions.ts';
import { sinceContract } from './since.ts';
import { watchlistContract } from './watchlist.ts';

/** Every call the portal answers, by feature. A route that is not here cannot be registered. */
export const contract = {
  auth: authContract,
  asOf: asOfContract,
  bankLink: bankLinkContract,
  browserFailures: browserFailuresContract,
  cash: cashContract,
  dealPage: dealPageContract,
  desk: deskContract,
  deskAudit: deskAuditContract,
  deskBoard: deskBoardContract,
  deskApprovals: deskApprovalsContract,
  deskImports: deskImportsContract,
  deskInvestors: deskInvestorsContract,
  deskDeals: deskDealsContract,
  deskCorrections: deskCorrectionsContract,
  deskDealChanges: deskDealChangesContract,
  deskFunding: deskFundingContract,
  deskNotes: deskNotesContract,
  // Said by name: the compiler writes the others out, and all of them together would be longer than it can write.
  deskFcs: deskFcsContract as typeof deskFcsContract,
  deskWhy: deskWhyContract,
  deskPeople: deskPeopleContract,
  deskSettings: deskSettingsContract,
  deskSignOn: deskSignOnContract,
  deskTokens: deskTokensContract,
  deskSubmissions: deskSubmissionsContract,
  deskFiles: deskFilesContract,
  deskLinks: deskLinksContract,
  deskChangeNotices: deskChangeNoticesContract,
  deskPayouts: deskPayoutsContract,
  deskSearch: deskSearchContract,
  deskPosting: deskPostingContract,
  deskPayments: deskPaymentsContract,
  deskRequests: deskRequestsContract,
  fcs: fcsContract,
  forecast: forecastContract,
  invitations: invitationsContract,
  insights: insightsContract,
  invites: invitesContract,
  inviteThreads: inviteThreadsContract,
  offers: offersContract,
  operator: operatorContract,
  operatorBankChanges: operatorBankChangesContract,
  operatorBook: operatorBookContract,
  operatorCash: operatorCashContract,
  operatorCorrections: operatorCorrectionsContract,
  operatorDealStatus: operatorDealStatusContract,
  operatorDealTerms: operatorDealTermsContract,
  operatorFiles: operatorFilesContract,
  operatorImports: operatorImportsContract,
  operatorLinks: operatorLinksContract,
  operatorAudit: operatorAuditContract,
  operatorPosting: operatorPostingContract,
  operatorReconciliation: operatorReconciliationContract,
  operatorReports: operatorReportsContract,
  operatorSettings: operatorSettingsContract,
  operatorUsers: operatorUsersContract,
  passwords: passwordsContract,
  payouts: payoutsContract,
  portfolio: portfolioContract,
  profile: profileContract,
  returns: returnsContract,
  secondFactor: secondFactorContract,
  sessions: sessionsContract,
  watchlist: watchlistContract,
  since: sinceContract,
};
