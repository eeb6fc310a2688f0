import { openDatabase } from './db/database.ts';
import { readEnv } from './env.ts';
import { createEncryption } from './identity/encryption.ts';
import { createFileStorage } from './integrations/file-storage.ts';
import { createMailer } from './integrations/mail.ts';
import { createVirusScanner } from './integrations/virus-scan.ts';
import { startWorker } from './jobs/start-worker.ts';
import { createLogger } from './logger.ts';

const env = readEnv();
const logger = createLogger(env.LOG_LEVEL);
const db = openDatabase(env.DATABASE_URL);
const deps = {
  db,
  encryption: createEncryption({ key: env.ENCRYPTION_KEY, oldKeys: env.ENCRYPTION_KEYS_OLD }),
  mailer: createMailer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM }),
  fileStorage: createFileStorage({
    endpoint: env.S3_ENDPOINT,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    bucket: env.S3_BUCKET,
  }),
  virusScanner: createVirusScanner({ host: env.CLAMD_HOST, port: env.CLAMD_PORT }),
  publicOrigin: new URL(env.PUBLIC_ORIGIN).origin,
};
const runner = await startWorker(deps, { databaseUrl: env.DATABASE_URL, logger });

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    // Jobs under way are finished first.
    await runner.stop();
    await db.destroy();
  });
}
logger.info('worker started');
await runner.promise;
