import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { startWorker } from '../jobs/start-worker.ts';
import { testServices } from './services.ts';
import { ORIGIN } from './test-app.ts';
import type { TestDatabase } from './test-database.ts';

/** The real worker on a test's own database. */
export const startTestWorker = (
  { db, url }: TestDatabase,
  { logger = pino({ level: 'silent' }) as FastifyBaseLogger, mailer = testServices().mailer } = {},
) => startWorker({ db, publicOrigin: ORIGIN, ...testServices(), mailer }, { databaseUrl: url, logger });
