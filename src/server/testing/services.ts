import { createFileStorage } from '../platform/integrations/file-storage.ts';
import { createMailer } from '../platform/integrations/mail.ts';
import { createVirusScanner } from '../platform/integrations/virus-scan.ts';
import { requiredVariable } from './required-variable.ts';

/** The real services that the app and the worker use. */
export const testServices = () => ({
  fileStorage: createFileStorage({
    endpoint: requiredVariable('S3_ENDPOINT'),
    accessKey: requiredVariable('S3_ACCESS_KEY'),
    secretKey: requiredVariable('S3_SECRET_KEY'),
    bucket: requiredVariable('S3_BUCKET'),
  }),
  mailer: createMailer({ smtpUrl: requiredVariable('SMTP_URL'), from: 'Portal <portal@portal.test>' }),
  virusScanner: createVirusScanner({
    host: requiredVariable('CLAMD_HOST'),
    port: Number(requiredVariable('CLAMD_PORT')),
  }),
});
