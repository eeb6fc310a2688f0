import { buffer } from 'node:stream/consumers';
import type { Tx } from '../platform/db/database.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import type { Attachment } from '../platform/integrations/mail.ts';
import type { WhichStatement } from '../statements/check-statement-file.jobs.ts';
import { readStatementFile } from '../statements/read-statements.ts';

/** An attachment grows by a third when it is encoded, and many mail servers refuse mails over 20 MB. */
const MOST_BYTES = 10_000_000;
const MOST_FILES = 12;

export interface ToldOfStatements {
  syndicateId: bigint;
  statementIds: readonly bigint[];
  isWithFiles: boolean;
}

/** A file with the statement that it is of. */
type AskedFile = WhichStatement & Pick<FileToSend, 'name' | 'contentType' | 'open'>;

/** A statement whose PDF could not be made, and what went wrong. */
export interface FailedFile extends WhichStatement {
  err: unknown;
}

/** The PDFs that belong to a mail. They are made when the transaction has ended. */
export interface AskedFiles {
  files: AskedFile[];
  failed: FailedFile[];
  /** Further ones, which no mail has room for. */
  moreCount: number;
}

/** The PDFs of the statements that a mail tells of, for who has asked for them. */
export async function readAskedFiles(
  tx: Tx,
  tenantId: string,
  items: readonly ToldOfStatements[],
): Promise<AskedFiles> {
  const asked = items
    .filter(({ isWithFiles }) => isWithFiles)
    .flatMap(({ syndicateId, statementIds }) =>
      statementIds.map((statementId) => ({ syndicateId, statementId })),
    );
  const files: AskedFile[] = [];
  const failed: FailedFile[] = [];
  for (const which of asked.slice(0, MOST_FILES)) {
    const { syndicateId, statementId } = which;
    try {
      const book = { tenantId, syndicateId };
      files.push({ ...which, ...(await readStatementFile(tx, book, { statementId, format: 'pdf' })) });
    } catch (err) {
      // Where the database is what failed, so does the next statement of this transaction, and the mail is tried again.
      failed.push({ ...which, err });
    }
  }
  return { files, failed, moreCount: Math.max(0, asked.length - MOST_FILES) };
}

export interface Attached {
  attachments: Attachment[];
  /** Those that are too large or too many. */
  leftOutCount: number;
  failed: readonly FailedFile[];
}

/** As many of them as mail servers take. The others are in the portal. One that cannot be made keeps nobody from the mail and the others. */
export async function attach({ files, failed, moreCount }: AskedFiles): Promise<Attached> {
  const attachments: Attachment[] = [];
  const allFailed = [...failed];
  let leftOutCount = moreCount;
  let bytes = 0;
  for (const { syndicateId, statementId, name, contentType, open } of files) {
    try {
      const { body, size } = await open();
      if (bytes + size > MOST_BYTES) {
        body.destroy();
        leftOutCount += 1;
        continue;
      }
      const content = await buffer(body);
      bytes += size;
      attachments.push({ fileName: name.replaceAll(/[^\w.-]+/g, '-'), contentType, content });
    } catch (err) {
      allFailed.push({ syndicateId, statementId, err });
    }
  }
  return { attachments, leftOutCount, failed: allFailed };
}
