import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createFileStorage } from '../../platform/integrations/file-storage.ts';
import { createMailer } from '../../platform/integrations/mail.ts';
import { createVirusScanner } from '../../platform/integrations/virus-scan.ts';
import { type Env, fileServicesOf } from '../../platform/settings/env.ts';
import { type Check, type Finding, failed, ok, warning } from './finding.ts';
import { uploadCheck } from './upload-check.ts';

const OLD_SIGNATURES_DAYS = 7;
const MIN_FREE_BYTES = 512 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

export const serviceChecks = (env: Env): Check[] => [
  {
    subject: 'files',
    advice:
      'Is the file storage up, and are the S3_ settings right? Until then nothing can be uploaded or downloaded.',
    look: () => lookAtFiles(env),
  },
  uploadCheck(env),
  {
    subject: 'mail',
    advice: 'Is the mail server up, and SMTP_URL right? Until then mail waits in the queue.',
    async look() {
      await createMailer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM }).ping();
      return [ok('mail', 'the mail server accepts our credentials')];
    },
  },
  {
    subject: 'virus scan',
    advice:
      'Is clamd up, and are CLAMD_HOST and CLAMD_PORT right, or is CLAMD_HOST the path of its socket? Until then uploaded files wait for their check.',
    look: () => lookAtScanner(env),
  },
  {
    subject: 'PDF check',
    advice: 'Is qpdf installed where the worker runs? Until then uploaded PDFs wait for their check.',
    async look() {
      const { stdout } = await promisify(execFile)('qpdf', ['--version']);
      return [ok('PDF check', stdout.split('\n')[0] ?? '')];
    },
  },
  ...(env.PLAID_CLIENT_ID === undefined
    ? []
    : [{ subject: 'bank links', advice: '', look: async () => [bankLinksFinding(env)] }]),
  {
    subject: 'disk',
    advice: 'The disk could not be read.',
    look: lookAtDisk,
  },
];

/** Writes, reads and deletes an object, as the portal does. */
async function lookAtFiles(env: Env): Promise<Finding[]> {
  const storage = createFileStorage(fileServicesOf(env).storage);
  const key = `doctor/${randomUUID()}`;
  const written = Buffer.from('written by portal doctor');
  await storage.put(key, written, 'text/plain');
  const read = await buffer((await storage.get(key)).body);
  await storage.remove(key);
  if (!read.equals(written))
    return [failed('files', 'The file read is not the file written. Check the storage itself.')];
  if ((await storage.sizeOf(key)) !== null)
    return [failed('files', 'A deleted file still exists. Check the permissions of S3_ACCESS_KEY.')];
  return [ok('files', `wrote, read and deleted a file in ${env.S3_BUCKET}`)];
}

async function lookAtScanner(env: Env): Promise<Finding[]> {
  const scanner = createVirusScanner(fileServicesOf(env).scanner);
  await scanner.ping();
  // 'ClamAV 1.4.1/27400/Sun Nov 15 08:00:00 2026': the program, and the number and date of its signatures.
  const [program = 'clamd', , date] = (await scanner.version()).split('/');
  if (date === undefined)
    return [warning('virus scan', `${program} answers, but its signatures have no date. Set up freshclam.`)];
  const days = Math.floor((Date.now() - Date.parse(date)) / DAY_MS);
  return days > OLD_SIGNATURES_DAYS
    ? [
        warning(
          'virus scan',
          `${program} answers, but its signatures are ${days} days old. Is freshclam running?`,
        ),
      ]
    : [ok('virus scan', `${program} answers, signatures ${days} days old`)];
}

/** Only a warning, because a portal may be tried out before it is in use. */
const bankLinksFinding = ({ PLAID_ENVIRONMENT, PLAID_BASE_URL }: Env): Finding => {
  if (PLAID_BASE_URL !== undefined) return ok('bank links', `through ${new URL(PLAID_BASE_URL).host}`);
  return PLAID_ENVIRONMENT === 'sandbox'
    ? warning(
        'bank links',
        'the provider’s sandbox, where there is no real bank. Set PLAID_ENVIRONMENT=production, with the keys for it.',
      )
    : ok('bank links', 'the provider’s production: real banks');
};

async function lookAtDisk(): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(tmpdir());
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GB free for temporary files`;
  return [free < MIN_FREE_BYTES ? warning('disk', `${text}. Free some space.`) : ok('disk', text)];
}
