import { createFileStorage } from '../platform/integrations/file-storage.ts';
import { createMailer } from '../platform/integrations/mail.ts';
import { createUploadStorage } from '../platform/integrations/upload-storage.ts';
import { createVirusScanner } from '../platform/integrations/virus-scan.ts';
import { requiredVariable } from './required-variable.ts';

const s3 = () => ({
  endpoint: requiredVariable('S3_ENDPOINT'),
  accessKey: requiredVariable('S3_ACCESS_KEY'),
  secretKey: requiredVariable('S3_SECRET_KEY'),
});

/** How uploads are signed here. A storage without policies has no name for the identity. */
export const uploadIdentity = () => ({
  signer: {
    accessKey: requiredVariable('S3_UPLOAD_ACCESS_KEY'),
    secretKey: requiredVariable('S3_UPLOAD_SECRET_KEY'),
  },
  principal: process.env['S3_UPLOAD_PRINCIPAL'] || undefined,
});

/** The real services that the app and the worker use. */
export const testServices = () => ({
  fileStorage: createFileStorage({ ...s3(), bucket: requiredVariable('S3_BUCKET') }),
  uploadStorage: createUploadStorage({
    ...s3(),
    bucket: requiredVariable('S3_UPLOAD_BUCKET'),
    ...uploadIdentity(),
  }),
  mailer: createMailer({ smtpUrl: requiredVariable('SMTP_URL'), from: 'Portal <portal@portal.test>' }),
  virusScanner: createVirusScanner({
    host: requiredVariable('CLAMD_HOST'),
    port: Number(requiredVariable('CLAMD_PORT')),
  }),
});

let prepared: Promise<unknown> | undefined;

/** Prepares the buckets once for all tests of this process. */
export function prepareStorages({ fileStorage, uploadStorage }: ReturnType<typeof testServices>) {
  prepared ??= Promise.all([fileStorage.ensureBucket(), uploadStorage.prepare()]);
  return prepared;
}
