import pino from 'pino';
import { startWorker } from '../jobs/start-worker.ts';
import { testServices } from './services.ts';
import { ORIGIN } from './test-app.ts';
import type { TestDatabase } from './test-database.ts';

/** The real worker on a test's own database. */
export const startTestWorker = ({ db, url }: TestDatabase) =>
  startWorker(
    { db, publicOrigin: ORIGIN, ...testServices() },
    { databaseUrl: url, logger: pino({ level: 'silent' }) },
  );
