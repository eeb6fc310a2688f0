import { allJobs } from './all-jobs.ts';
import { measureTenants } from './operator/tenant-metrics.ts';
import { createEncryption } from './platform/crypto/encryption.ts';
import { openDatabase } from './platform/db/database.ts';
import { requireWritable } from './platform/db/writable.ts';
import { createBankProvider } from './platform/integrations/bank-provider.ts';
import { createFileStorage } from './platform/integrations/file-storage.ts';
import { createMailer } from './platform/integrations/mail.ts';
import { createUploadStorage } from './platform/integrations/upload-storage.ts';
import { createVirusScanner } from './platform/integrations/virus-scan.ts';
import { startWorker } from './platform/jobs/start-worker.ts';
import { superviseWorker } from './platform/jobs/supervise-worker.ts';
import { createLogger } from './platform/logger.ts';
import { measureBackups } from './platform/operations/backups.ts';
import { certificateFilesOf } from './platform/operations/listener-tls.ts';
import { measureSignatures } from './platform/operations/metrics.ts';
import { measureJobs } from './platform/operations/queue-metrics.ts';
import { measureReaders } from './platform/operations/reader-metrics.ts';
import { endOnUncaught, stopOnSignals } from './platform/operations/shutdown.ts';
import { envOrExit } from './platform/operations/start.ts';
import { startTracing } from './platform/operations/tracing.ts';
import { startWorkerServer } from './platform/operations/worker-server.ts';
import {
  databaseLimitsOf,
  directUrlOf,
  encryptionKeysOf,
  fileServicesOf,
  uploadsOf,
} from './platform/settings/env.ts';

const env = envOrExit();
const logger = createLogger(env.LOG_LEVEL);
endOnUncaught(logger);
const tracing = await startTracing('portal-worker', env);
const { queryTimeout, operationsTimeout } = databaseLimitsOf(env);
// The queue listens, and each worker holds a lock for as long as it lives: both belong to a session.
const databaseUrl = directUrlOf(env);
const db = openDatabase(databaseUrl, { maxConnections: env.DATABASE_POOL_SIZE_WORKER, queryTimeout });
const operationsDb = openDatabase(databaseUrl, {
  needsSession: true,
  maxConnections: env.DATABASE_POOL_SIZE_OPERATIONS,
  queryTimeout: operationsTimeout,
});
const lifecycle = { isStopping: false };
const { storage, scanner } = fileServicesOf(env);
const deps = {
  db,
  encryption: createEncryption(encryptionKeysOf(env)),
  mailer: createMailer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM }),
  fileStorage: createFileStorage(storage),
  uploadStorage: createUploadStorage(uploadsOf(env)),
  virusScanner: createVirusScanner(scanner),
  bankProvider: createBankProvider(env),
  publicOrigin: new URL(env.PUBLIC_ORIGIN).origin,
};
const server = await startWorkerServer({
  ...deps,
  operationsDb,
  lifecycle,
  logger,
  jobs: allJobs,
  isWorking: () => worker.isWorking(),
  certificate: certificateFilesOf(env),
});
measureTenants(server.metrics, operationsDb, logger);
measureBackups(server.metrics, operationsDb, logger);
measureSignatures(server.metrics, deps.virusScanner);
measureReaders(server.metrics, logger);
const measure = measureJobs(server.metrics);
const worker = superviseWorker({
  check: () => requireWritable(operationsDb),
  start: () =>
    startWorker(deps, {
      jobs: allJobs,
      databaseUrl,
      maxConnections: env.DATABASE_POOL_SIZE_QUEUE,
      queryTimeout,
      logger,
      measure,
    }),
  logger,
  deadlineSeconds: env.SHUTDOWN_DEADLINE_SECONDS,
});

stopOnSignals({
  logger,
  deadlineSeconds: env.SHUTDOWN_DEADLINE_SECONDS,
  async finish() {
    lifecycle.isStopping = true;
    // The jobs that are running are finished first.
    await worker.stop();
  },
  release: () => Promise.all([server.close(), db.destroy(), operationsDb.destroy(), tracing.stop()]),
});
if (env.WORKER_PORT) await server.listen(env.WORKER_PORT, env.HOST);
try {
  await worker.ended;
} catch (err) {
  // Whatever started this process starts it again, and the new one waits for the database.
  logger.fatal({ err }, 'the job runner ended, so the worker ends');
  process.exit(1);
}
