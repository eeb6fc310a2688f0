import { setTimeout } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { createHostDirectory } from './hosts/host-directory.ts';
import { createSignInThrottle } from './identity/sign-in-throttle.ts';
import { MAX_CONCURRENT_IMPORTS } from './import/import-book.ts';
import { builtWebFolder } from './pages/web-folder.ts';
import { createEncryption } from './platform/crypto/encryption.ts';
import { createPasswords } from './platform/crypto/password-hashing.ts';
import { createPeppers } from './platform/crypto/peppers.ts';
import { openDatabase } from './platform/db/database.ts';
import { createBankProvider } from './platform/integrations/bank-provider.ts';
import { createCaptcha } from './platform/integrations/create-captcha.ts';
import { createDomainRecords } from './platform/integrations/domain-records.ts';
import { createFileStorage } from './platform/integrations/file-storage.ts';
import { createMailer } from './platform/integrations/mail.ts';
import { createOpenIdClient } from './platform/integrations/openid.ts';
import { createUploadStorage } from './platform/integrations/upload-storage.ts';
import { createVirusScanner } from './platform/integrations/virus-scan.ts';
import { createLogger } from './platform/logger.ts';
import { certificateFilesOf } from './platform/operations/listener-tls.ts';
import { prepareFileStorage } from './platform/operations/prepare-file-storage.ts';
import { closingInOrder, endOnUncaught, stopOnSignals } from './platform/operations/shutdown.ts';
import { envOrExit } from './platform/operations/start.ts';
import { startTracing } from './platform/operations/tracing.ts';
import {
  databaseLimitsOf,
  directUrlOf,
  encryptionKeysOf,
  faceOf,
  fileServicesOf,
  uploadsOf,
} from './platform/settings/env.ts';

const env = envOrExit();
const logger = createLogger(env.LOG_LEVEL);
endOnUncaught(logger);
const tracing = await startTracing('portal-api', env);
const webFolder = builtWebFolder();
const { queryTimeout, operationsTimeout } = databaseLimitsOf(env);
const db = openDatabase(env.DATABASE_URL, {
  maxConnections: env.DATABASE_POOL_SIZE,
  queryTimeout,
});
const directDb = openDatabase(directUrlOf(env), {
  maxConnections: MAX_CONCURRENT_IMPORTS,
  needsSession: true,
  queryTimeout,
});
const operationsDb = openDatabase(env.DATABASE_URL, {
  maxConnections: env.DATABASE_POOL_SIZE_OPERATIONS,
  queryTimeout: operationsTimeout,
});
const lifecycle = { isStopping: false };
const { storage, scanner } = fileServicesOf(env);
const fileStorage = createFileStorage(storage);
const uploadStorage = createUploadStorage(uploadsOf(env));
const publicOrigin = new URL(env.PUBLIC_ORIGIN).origin;
const hosts = createHostDirectory({ db, publicOrigin, signInTenantId: env.SIGN_IN_TENANT_ID });
void prepareFileStorage({ fileStorage, uploadStorage }, hosts, logger);
const throttle = createSignInThrottle(env.DATABASE_URL, env.SIGN_IN_SECRET, {
  maxConnections: env.DATABASE_POOL_SIZE_SIGN_IN,
  queryTimeout,
});
const app = await buildApp({
  db,
  directDb,
  operationsDb,
  lifecycle,
  throttle,
  captcha: createCaptcha(env, db),
  bankProvider: createBankProvider(env),
  domainRecords: createDomainRecords(),
  openId: createOpenIdClient({ mayBeLocal: env.LOCAL_SIGN_ON_PROVIDER === 'on' }),
  hosts,
  face: faceOf(env),
  hostProofSecret: env.SIGN_IN_SECRET,
  encryption: createEncryption(encryptionKeysOf(env)),
  peppers: createPeppers(env.PASSWORD_PEPPER, env.PASSWORD_PEPPERS_OLD),
  passwords: createPasswords(env.PASSWORD_PEPPER, undefined, env.PASSWORD_PEPPERS_OLD),
  fileStorage,
  uploadStorage,
  mailer: createMailer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM }),
  virusScanner: createVirusScanner(scanner),
  publicOrigin,
  uploadOrigin: new URL(env.S3_PUBLIC_ENDPOINT ?? env.S3_ENDPOINT).origin,
  trustedProxies: env.TRUSTED_PROXIES,
  certificate: certificateFilesOf(env),
  hasApiDocs: env.API_DOCS === 'on',
  ...(webFolder && { webFolder }),
  logger,
});

const close = closingInOrder(app);
stopOnSignals({
  logger,
  deadlineSeconds: env.SHUTDOWN_DRAIN_SECONDS + env.SHUTDOWN_DEADLINE_SECONDS,
  async finish() {
    lifecycle.isStopping = true;
    await setTimeout(env.SHUTDOWN_DRAIN_SECONDS * 1000);
    await close();
  },
  cutOff: () => app.server.closeAllConnections(),
  release: () =>
    Promise.all([
      ...[db, directDb, operationsDb].map((each) => each.destroy()),
      throttle.close(),
      tracing.stop(),
    ]),
});
await app.listen({ port: env.PORT, host: env.HOST });
