import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { contract } from '../shared/contract/all.ts';
import type { Database } from './db/database.ts';
import { auditTrailHandlers } from './features/audit-trail/audit-trail.routes.ts';
import { authHandlers } from './features/auth/auth.routes.ts';
import { readRemembered } from './features/auth/remembered-user.ts';
import { type PortalFace, readSignInPage } from './features/auth/sign-in-page.ts';
import type { SignInThrottle } from './features/auth/throttle.ts';
import { bankLinkHandlers } from './features/bank-link/bank-link.routes.ts';
import { dealFilesHandlers } from './features/deal-files/deal-files.routes.ts';
import { fcsHandlers } from './features/fcs/fcs.routes.ts';
import { importsHandlers } from './features/imports/imports.routes.ts';
import { invitesHandlers } from './features/invites/invites.routes.ts';
import { linksHandlers } from './features/links/links.routes.ts';
import { offersHandlers } from './features/offers/offers.routes.ts';
import { passwordsHandlers } from './features/passwords/passwords.routes.ts';
import { payoutsHandlers } from './features/payouts/payouts.routes.ts';
import { portfolioHandlers } from './features/portfolio/portfolio.routes.ts';
import { profileHandlers } from './features/profile/profile.routes.ts';
import { secondFactorHandlers } from './features/second-factor/second-factor.routes.ts';
import { serviceTokensHandlers } from './features/service-tokens/service-tokens.routes.ts';
import { sessionsHandlers } from './features/sessions/sessions.routes.ts';
import { tenantsHandlers } from './features/tenants/tenants.routes.ts';
import { usersHandlers } from './features/users/users.routes.ts';
import type { HostDirectory } from './hosts/host-directory.ts';
import { answerHostProof } from './hosts/host-proof-route.ts';
import { requireKnownHost } from './hosts/known-hosts.ts';
import { addApiDocs } from './http/api-docs.ts';
import { requireContract } from './http/contract-guard.ts';
import { registerEndpoints } from './http/endpoints.ts';
import { handleErrors, refuseAddress, refuseUnknown } from './http/error-handler.ts';
import { takeForms } from './http/form-bodies.ts';
import { measureRequests } from './http/metrics.ts';
import { takeRowBodies } from './http/row-bodies.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { takeFiles } from './http/sent-files.ts';
import { serializerCompiler, validatorCompiler } from './http/validation.ts';
import { serveWebApp } from './http/web-app.ts';
import type { Encryption } from './identity/encryption.ts';
import type { Passwords } from './identity/password-hashing.ts';
import type { BankProvider } from './integrations/bank-provider.ts';
import type { Captcha } from './integrations/captcha.ts';
import type { FileStorage } from './integrations/file-storage.ts';
import type { Mailer } from './integrations/mail.ts';
import type { VirusScanner } from './integrations/virus-scan.ts';
import { askToReconnect, type Lifecycle } from './operations/lifecycle.ts';
import { createRegistry, measureParts, measurePool } from './operations/metrics.ts';
import { measureQueue } from './operations/queue-metrics.ts';
import { watchParts } from './operations/readiness.ts';
import { addOperationsRoutes } from './operations/routes.ts';

export interface Deps {
  db: Database;
  /** For readiness and metrics, which must not stand in line behind requests. */
  operationsDb: Database;
  lifecycle: Lifecycle;
  passwords: Passwords;
  encryption: Encryption;
  throttle: SignInThrottle;
  captcha: Captcha;
  /** None where the funder connects no banks. */
  bankProvider: BankProvider | null;
  fileStorage: FileStorage;
  mailer: Mailer;
  virusScanner: VirusScanner;
  publicOrigin: string;
  /** Where the browser puts files: the storage as browsers reach it. */
  uploadOrigin: string;
  trustedProxies: string[];
  /** The names under which the portal is asked for, and whose they are. */
  hosts: HostDirectory;
  /** What the pages before sign-in show where they are no tenant's own. */
  face: PortalFace;
  /** Lets a name be shown to lead here. */
  hostProofSecret: string;
  /** Folder of the built browser app; without it only the calls are served (the development server serves the app). */
  webFolder?: string;
  logger: FastifyBaseLogger;
}

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    genReqId: () => randomUUID(),
    trustProxy: deps.trustedProxies.length > 0 ? deps.trustedProxies : false,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // What came before the door closed is answered.
    return503OnClosing: false,
    // An e-mail address has up to 254 characters; what each parameter may be, the contract says.
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: refuseAddress,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  takeRowBodies(app);
  takeForms(app);
  await takeFiles(app);
  const metrics = createRegistry();
  const parts = watchParts(deps);
  measureRequests(app, metrics);
  measurePool(metrics, deps.db);
  measureParts(metrics, parts);
  measureQueue(metrics, deps.operationsDb, deps.logger);
  askToReconnect(app, deps.lifecycle);
  requireKnownHost(app, deps.hosts);
  const guard = requireContract(app, contract);
  await addSecurityHeaders(app);
  await app.register(cookie);
  await addApiDocs(app);

  const http = { app, db: deps.db, guesses: deps.throttle };
  registerEndpoints(http, contract.auth, authHandlers(deps));
  registerEndpoints(http, contract.bankLink, bankLinkHandlers(deps));
  registerEndpoints(http, contract.fcs, fcsHandlers(deps));
  registerEndpoints(http, contract.invites, invitesHandlers(deps));
  registerEndpoints(http, contract.offers, offersHandlers(deps));
  registerEndpoints(http, contract.operator, serviceTokensHandlers());
  registerEndpoints(http, contract.operatorFiles, dealFilesHandlers(deps));
  registerEndpoints(http, contract.operatorImports, importsHandlers(deps));
  registerEndpoints(http, contract.operatorLinks, linksHandlers(deps));
  registerEndpoints(http, contract.operatorAudit, auditTrailHandlers());
  registerEndpoints(http, contract.operatorSettings, tenantsHandlers());
  registerEndpoints(http, contract.operatorUsers, usersHandlers(deps));
  registerEndpoints(http, contract.passwords, passwordsHandlers(deps));
  registerEndpoints(http, contract.payouts, payoutsHandlers());
  registerEndpoints(http, contract.portfolio, portfolioHandlers());
  registerEndpoints(http, contract.profile, profileHandlers(deps));
  registerEndpoints(http, contract.secondFactor, secondFactorHandlers(deps));
  registerEndpoints(http, contract.sessions, sessionsHandlers());

  answerHostProof(app, deps.hostProofSecret);
  addOperationsRoutes(app, { lifecycle: deps.lifecycle, parts, metrics });
  if (deps.webFolder) {
    await serveWebApp(app, deps.webFolder, {
      captchaSources: deps.captcha.sources,
      bankSources: deps.bankProvider?.sources,
      uploadOrigin: deps.uploadOrigin,
      readSignInPage: (site) => readSignInPage(deps, site),
      readRemembered: (request) => readRemembered(deps, request),
    });
  } else app.setNotFoundHandler(refuseUnknown);
  await app.ready();
  guard.assertComplete();
  return app;
}
