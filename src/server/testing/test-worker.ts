import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { allJobs } from '../all-jobs.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import type { BankProvider } from '../platform/integrations/bank-provider.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { startWorker } from '../platform/jobs/start-worker.ts';
import { testServices } from './services.ts';
import { ENCRYPTION_KEY, ORIGIN } from './test-app.ts';
import type { TestDatabase } from './test-database.ts';

/** Starts the real worker on a test's own database. */
export const startTestWorker = (
  { db, url }: Pick<TestDatabase, 'db' | 'url'>,
  {
    logger = pino({ level: 'silent' }) as FastifyBaseLogger,
    mailer = testServices().mailer,
    virusScanner = testServices().virusScanner,
    lookEveryMs = undefined as number | undefined,
    bankProvider = null as BankProvider | null,
    jobs = allJobs as readonly Job[],
  } = {},
) => {
  const encryption = createEncryption({ key: ENCRYPTION_KEY });
  const deps = {
    db,
    encryption,
    publicOrigin: ORIGIN,
    ...testServices(),
    mailer,
    virusScanner,
    bankProvider,
  };
  return startWorker(deps, { jobs, databaseUrl: url, logger, lookEveryMs });
};
