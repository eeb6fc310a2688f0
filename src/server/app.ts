import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { contract } from '../shared/contract/all.ts';
import { registerEndpoints, USUAL_BODY_BYTES } from './access/endpoints.ts';
import { allJobs } from './all-jobs.ts';
import type { Deps } from './deps.ts';
import { approvalsHandlers } from './features/approvals/approvals.routes.ts';
import { asOfHandlers } from './features/as-of/as-of.routes.ts';
import { auditTrailHandlers } from './features/audit-trail/audit-trail.routes.ts';
import { deskAuditHandlers } from './features/audit-trail/desk-audit.routes.ts';
import { authHandlers } from './features/auth/auth.routes.ts';
import { readRemembered } from './features/auth/remembered-user.ts';
import { readSignInPage } from './features/auth/sign-in-page.ts';
import { bankLinkHandlers } from './features/bank-link/bank-link.routes.ts';
import { boardHandlers } from './features/board/board.routes.ts';
import { browserFailuresHandlers } from './features/browser-failures/browser-failures.routes.ts';
import { cashHandlers } from './features/cash/cash.routes.ts';
import { operatorCashHandlers } from './features/cash/operator-cash.routes.ts';
import { correctionsHandlers } from './features/corrections/corrections.routes.ts';
import { deskCorrectionsHandlers } from './features/corrections/desk-corrections.routes.ts';
import { dealFilesHandlers } from './features/deal-files/deal-files.routes.ts';
import { deskFilesHandlers } from './features/deal-files/desk-files.routes.ts';
import { dealPageHandlers } from './features/deal-page/deal-page.routes.ts';
import { dealStatusHandlers } from './features/deal-status/deal-status.routes.ts';
import { dealTermsHandlers } from './features/deal-terms/deal-terms.routes.ts';
import { dealChangesHandlers } from './features/deals/deal-changes.routes.ts';
import { dealsHandlers } from './features/deals/deals.routes.ts';
import { fundingHandlers } from './features/deals/funding.routes.ts';
import { notesHandlers } from './features/deals/notes.routes.ts';
import { deskHandlers } from './features/desk/desk.routes.ts';
import { deskDocumentsHandlers } from './features/documents/desk-documents.routes.ts';
import { documentsHandlers } from './features/documents/documents.routes.ts';
import { operatorDocumentsHandlers } from './features/documents/operator-documents.routes.ts';
import { deskFcsHandlers } from './features/fcs/desk-fcs.routes.ts';
import { fcsHandlers } from './features/fcs/fcs.routes.ts';
import { forecastHandlers } from './features/forecast/forecast.routes.ts';
import { deskGuestsHandlers } from './features/guests/desk-guests.routes.ts';
import { guestsHandlers } from './features/guests/guests.routes.ts';
import { deskImportsHandlers } from './features/import-runs/desk-imports.routes.ts';
import { importsHandlers } from './features/imports/imports.routes.ts';
import { insightsHandlers } from './features/insights/insights.routes.ts';
import { investorsHandlers } from './features/investors/investors.routes.ts';
import { inviteThreadsHandlers } from './features/invites/invite-threads.routes.ts';
import { invitesHandlers } from './features/invites/invites.routes.ts';
import { deskLinksHandlers } from './features/links/desk-links.routes.ts';
import { linksHandlers } from './features/links/links.routes.ts';
import { submissionsHandlers } from './features/links/submissions.routes.ts';
import { listedBookHandlers } from './features/listed-book/listed-book.routes.ts';
import { nightlyReportHandlers } from './features/nightly-report/nightly-report.routes.ts';
import { notificationsHandlers } from './features/notifications/notifications.routes.ts';
import { offersHandlers } from './features/offers/offers.routes.ts';
import { passwordsHandlers } from './features/passwords/passwords.routes.ts';
import { bankReturnsHandlers } from './features/payout-runs/bank-returns.routes.ts';
import { changeNoticesHandlers } from './features/payout-runs/change-notices.routes.ts';
import { payoutRunsHandlers } from './features/payout-runs/payout-runs.routes.ts';
import { payoutsHandlers } from './features/payouts/payouts.routes.ts';
import { portfolioHandlers } from './features/portfolio/portfolio.routes.ts';
import { daySheetHandlers } from './features/posting/day-sheet/day-sheet.routes.ts';
import { paymentsHandlers } from './features/posting/payments/payments.routes.ts';
import { postingHandlers } from './features/posting/posting.routes.ts';
import { operatorBankChangesHandlers } from './features/profile/operator-bank-changes.routes.ts';
import { profileHandlers } from './features/profile/profile.routes.ts';
import { differencesHandlers } from './features/reconciliation/differences.routes.ts';
import { reconciliationHandlers } from './features/reconciliation/reconciliation.routes.ts';
import { requestsHandlers } from './features/requests/requests.routes.ts';
import { returnsHandlers } from './features/returns/returns.routes.ts';
import { searchHandlers } from './features/search/search.routes.ts';
import { secondFactorHandlers } from './features/second-factor/second-factor.routes.ts';
import { deskTokensHandlers } from './features/service-tokens/desk-tokens.routes.ts';
import { serviceTokensHandlers } from './features/service-tokens/service-tokens.routes.ts';
import { sessionsHandlers } from './features/sessions/sessions.routes.ts';
import { sinceHandlers } from './features/since/since.routes.ts';
import { deskStatementsHandlers } from './features/statements/desk-statements.routes.ts';
import { statementsHandlers } from './features/statements/statements.routes.ts';
import { deskSettingsHandlers } from './features/tenants/desk-settings.routes.ts';
import { deskSignOnHandlers } from './features/tenants/desk-sign-on.routes.ts';
import { tenantsHandlers } from './features/tenants/tenants.routes.ts';
import { deskPeopleHandlers } from './features/users/desk-people.routes.ts';
import { invitationsHandlers } from './features/users/invitations.routes.ts';
import { usersHandlers } from './features/users/users.routes.ts';
import { watchlistHandlers } from './features/watchlist/watchlist.routes.ts';
import { whyHandlers } from './features/why/why.routes.ts';
import { answerHostProof } from './hosts/host-proof-route.ts';
import { requireKnownHost } from './hosts/known-hosts.ts';
import type { Site } from './hosts/site.ts';
import { readFirstAnswers } from './pages/first-answers.ts';
import { readPageFile } from './pages/published-files.ts';
import { serveWebApp } from './pages/web-app.ts';
import { rememberOrigins } from './platform/audit/request-origin.ts';
import { addApiDocs } from './platform/http/api-docs.ts';
import { requireContract } from './platform/http/contract-guard.ts';
import { handleErrors, refuseAddress, refuseUnknown } from './platform/http/error-handler.ts';
import { takeForms } from './platform/http/form-bodies.ts';
import { measureRequests } from './platform/http/metrics.ts';
import { OneLinePerRequest } from './platform/http/one-line-per-request.ts';
import { takeRowBodies } from './platform/http/row-bodies.ts';
import { addSecurityHeaders } from './platform/http/security-headers.ts';
import { takeFiles } from './platform/http/sent-files.ts';
import { serializerCompiler, validatorCompiler } from './platform/http/validation.ts';
import { askToReconnect } from './platform/operations/lifecycle.ts';
import { followCertificate, tlsOptions } from './platform/operations/listener-tls.ts';
import {
  createRegistry,
  measureDependencies,
  measureDisk,
  measurePool,
} from './platform/operations/metrics.ts';
import { measureQueue } from './platform/operations/queue-metrics.ts';
import { watchDependencies } from './platform/operations/readiness.ts';
import { addOperationsRoutes } from './platform/operations/routes.ts';

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new OneLinePerRequest(),
    genReqId: () => randomUUID(),
    trustProxy: deps.trustedProxies.length > 0 ? deps.trustedProxies : false,
    bodyLimit: USUAL_BODY_BYTES,
    requestTimeout: 30_000,
    // Requests that arrive before the server stops listening are still answered.
    return503OnClosing: false,
    // An e-mail address can have up to 254 characters. The contract limits each parameter further.
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: refuseAddress,
    ...tlsOptions(deps.certificate),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  takeRowBodies(app);
  takeForms(app);
  await takeFiles(app);
  const metrics = createRegistry();
  const dependencies = watchDependencies(deps);
  followCertificate(app, metrics, deps.certificate);
  measureRequests(app, metrics);
  measurePool(metrics, deps.db);
  measureDisk(metrics);
  measureDependencies(metrics, dependencies);
  measureQueue(metrics, deps.operationsDb, { jobs: allJobs, logger: deps.logger });
  askToReconnect(app, deps.lifecycle);
  requireKnownHost(app, deps.hosts);
  // A service token may come by any host name, so its requests have no site.
  rememberOrigins(app, ({ site }: { site?: Site }) => site?.tenantId ?? null);
  const guard = requireContract(app, contract);
  addSecurityHeaders(app);
  await app.register(cookie);
  if (deps.hasApiDocs) await addApiDocs(app);

  const http = { app, db: deps.db, guesses: deps.throttle, handlers: new Map() };
  registerEndpoints(http, contract.auth, authHandlers(deps));
  registerEndpoints(http, contract.bankLink, bankLinkHandlers(deps));
  registerEndpoints(http, contract.browserFailures, browserFailuresHandlers(metrics));
  registerEndpoints(http, contract.dealPage, dealPageHandlers(deps));
  registerEndpoints(http, contract.desk, deskHandlers());
  registerEndpoints(http, contract.deskAudit, deskAuditHandlers());
  registerEndpoints(http, contract.deskDifferences, differencesHandlers());
  registerEndpoints(http, contract.deskBoard, boardHandlers({ ...deps, dependencies }));
  registerEndpoints(http, contract.deskApprovals, approvalsHandlers(deps));
  registerEndpoints(http, contract.deskInvestors, investorsHandlers());
  registerEndpoints(http, contract.deskStatements, deskStatementsHandlers());
  registerEndpoints(http, contract.deskPosting, daySheetHandlers(deps));
  registerEndpoints(http, contract.deskPayments, paymentsHandlers());
  registerEndpoints(http, contract.deskImports, deskImportsHandlers(deps));
  registerEndpoints(http, contract.deskRequests, requestsHandlers(deps));
  registerEndpoints(http, contract.deskDeals, dealsHandlers());
  registerEndpoints(http, contract.deskCorrections, deskCorrectionsHandlers());
  registerEndpoints(http, contract.deskDealChanges, dealChangesHandlers());
  registerEndpoints(http, contract.deskFunding, fundingHandlers());
  registerEndpoints(http, contract.deskNotes, notesHandlers());
  registerEndpoints(http, contract.deskWhy, whyHandlers());
  registerEndpoints(http, contract.deskPeople, deskPeopleHandlers(deps));
  registerEndpoints(http, contract.deskSettings, deskSettingsHandlers());
  registerEndpoints(http, contract.deskSignOn, deskSignOnHandlers(deps));
  registerEndpoints(http, contract.deskTokens, deskTokensHandlers());
  registerEndpoints(http, contract.deskSubmissions, submissionsHandlers());
  registerEndpoints(http, contract.documents, documentsHandlers(deps));
  registerEndpoints(http, contract.deskDocuments, deskDocumentsHandlers(deps));
  registerEndpoints(http, contract.operatorDocuments, operatorDocumentsHandlers(deps));
  registerEndpoints(http, contract.deskFiles, deskFilesHandlers(deps));
  registerEndpoints(http, contract.deskFcs, deskFcsHandlers(deps));
  registerEndpoints(http, contract.deskLinks, deskLinksHandlers(deps));
  registerEndpoints(http, contract.deskPayouts, payoutRunsHandlers(deps));
  registerEndpoints(http, contract.deskChangeNotices, changeNoticesHandlers(deps));
  registerEndpoints(http, contract.deskReturns, bankReturnsHandlers(deps));
  registerEndpoints(http, contract.deskSearch, searchHandlers());
  registerEndpoints(http, contract.fcs, fcsHandlers(deps));
  registerEndpoints(http, contract.invitations, invitationsHandlers(deps));
  registerEndpoints(http, contract.invites, invitesHandlers(deps));
  registerEndpoints(http, contract.inviteThreads, inviteThreadsHandlers(deps));
  registerEndpoints(http, contract.notifications, notificationsHandlers(deps));
  registerEndpoints(http, contract.offers, offersHandlers(deps));
  registerEndpoints(http, contract.operator, serviceTokensHandlers());
  registerEndpoints(http, contract.operatorBankChanges, operatorBankChangesHandlers());
  registerEndpoints(http, contract.operatorCash, operatorCashHandlers());
  registerEndpoints(http, contract.operatorCorrections, correctionsHandlers());
  registerEndpoints(http, contract.operatorDealStatus, dealStatusHandlers());
  registerEndpoints(http, contract.operatorDealTerms, dealTermsHandlers());
  registerEndpoints(http, contract.operatorFiles, dealFilesHandlers(deps));
  registerEndpoints(http, contract.operatorImports, importsHandlers(deps));
  registerEndpoints(http, contract.operatorLinks, linksHandlers(deps));
  registerEndpoints(http, contract.operatorAudit, auditTrailHandlers());
  registerEndpoints(http, contract.operatorBook, listedBookHandlers());
  registerEndpoints(http, contract.operatorPosting, postingHandlers(deps));
  registerEndpoints(http, contract.operatorReconciliation, reconciliationHandlers());
  registerEndpoints(http, contract.operatorReports, nightlyReportHandlers());
  registerEndpoints(http, contract.operatorSettings, tenantsHandlers());
  registerEndpoints(http, contract.operatorUsers, usersHandlers(deps));
  registerEndpoints(http, contract.passwords, passwordsHandlers(deps));
  registerEndpoints(http, contract.payouts, payoutsHandlers());
  registerEndpoints(http, contract.forecast, forecastHandlers());
  registerEndpoints(http, contract.cash, cashHandlers(deps));
  registerEndpoints(http, contract.asOf, asOfHandlers());
  registerEndpoints(http, contract.statements, statementsHandlers());
  registerEndpoints(http, contract.insights, insightsHandlers());
  registerEndpoints(http, contract.returns, returnsHandlers());
  registerEndpoints(http, contract.guests, guestsHandlers());
  registerEndpoints(http, contract.deskGuests, deskGuestsHandlers());
  registerEndpoints(http, contract.watchlist, watchlistHandlers());
  registerEndpoints(http, contract.portfolio, portfolioHandlers());
  registerEndpoints(http, contract.profile, profileHandlers(deps));
  registerEndpoints(http, contract.secondFactor, secondFactorHandlers(deps));
  registerEndpoints(http, contract.sessions, sessionsHandlers(deps));
  registerEndpoints(http, contract.since, sinceHandlers());

  answerHostProof(app, deps.hostProofSecret);
  addOperationsRoutes(app, { lifecycle: deps.lifecycle, dependencies, metrics });
  if (deps.webFolder) {
    await serveWebApp(app, deps.webFolder, {
      captchaSources: deps.captcha.sources,
      bankSources: deps.bankProvider?.sources,
      uploadOrigin: deps.uploadOrigin,
      readSignInPage: (site) => readSignInPage(deps, site),
      readRemembered: (request) => readRemembered(deps, request),
      readFirstAnswers: (request, reply) => readFirstAnswers(http, request, reply),
      readFile: (name) => readPageFile(deps.db, name),
    });
  } else app.setNotFoundHandler(refuseUnknown);
  await app.ready();
  guard.assertComplete();
  return app;
}
