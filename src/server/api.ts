import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from './app.ts';
import { openDatabase } from './db/database.ts';
import { readEnv } from './env.ts';
import { createSignInThrottle } from './features/auth/throttle.ts';
import { createEncryption } from './identity/encryption.ts';
import { createPasswords } from './identity/password-hashing.ts';
import { createBankProvider } from './integrations/bank-provider.ts';
import { createCaptcha } from './integrations/create-captcha.ts';
import { createFileStorage } from './integrations/file-storage.ts';
import { createMailer } from './integrations/mail.ts';
import { createVirusScanner } from './integrations/virus-scan.ts';
import { createLogger } from './logger.ts';

const env = readEnv();
const webFolder = path.resolve(import.meta.dirname, '../../dist/web');
const db = openDatabase(env.DATABASE_URL);
const fileStorage = createFileStorage({
  endpoint: env.S3_ENDPOINT,
  accessKey: env.S3_ACCESS_KEY,
  secretKey: env.S3_SECRET_KEY,
  bucket: env.S3_BUCKET,
  publicEndpoint: env.S3_PUBLIC_ENDPOINT,
});
const publicOrigin = new URL(env.PUBLIC_ORIGIN).origin;
await fileStorage.ensureBucket();
await fileStorage.allowUploadsFrom(publicOrigin);
const throttle = createSignInThrottle(env.DATABASE_URL, env.SIGN_IN_SECRET);
const app = await buildApp({
  db,
  throttle,
  captcha: createCaptcha(env, db),
  bankProvider: createBankProvider(env),
  signInTenantId: env.SIGN_IN_TENANT_ID,
  encryption: createEncryption({ key: env.ENCRYPTION_KEY, oldKeys: env.ENCRYPTION_KEYS_OLD }),
  passwords: createPasswords(env.PASSWORD_PEPPER),
  fileStorage,
  mailer: createMailer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM }),
  virusScanner: createVirusScanner({ host: env.CLAMD_HOST, port: env.CLAMD_PORT }),
  publicOrigin,
  uploadOrigin: new URL(env.S3_PUBLIC_ENDPOINT ?? env.S3_ENDPOINT).origin,
  trustedProxies: env.TRUSTED_PROXIES,
  ...(existsSync(path.join(webFolder, 'index.html')) && { webFolder }),
  logger: createLogger(env.LOG_LEVEL),
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    // Requests under way are answered first.
    await app.close();
    await Promise.all([db.destroy(), throttle.close()]);
  });
}
await app.listen({ port: env.PORT, host: env.HOST });
