import { buffer } from 'node:stream/consumers';
import type { Tx } from '../platform/db/database.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import type { Attachment } from '../platform/integrations/mail.ts';
import { readStatementFile } from '../statements/read-statements.ts';

/** An attachment grows by a third when it is encoded, and many mail servers refuse mails over 20 MB. */
const MOST_BYTES = 10_000_000;
const MOST_FILES = 12;

export interface ToldOfStatements {
  syndicateId: bigint;
  statementIds: readonly bigint[];
  isWithFiles: boolean;
}

/** The PDFs that belong to a mail. They are made when the transaction has ended. */
export interface AskedFiles {
  files: Pick<FileToSend, 'name' | 'contentType' | 'open'>[];
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
  const files: FileToSend[] = [];
  for (const { syndicateId, statementId } of asked.slice(0, MOST_FILES))
    files.push(await readStatementFile(tx, { tenantId, syndicateId }, { statementId, format: 'pdf' }));
  return { files, moreCount: asked.length - files.length };
}

export interface Attached {
  attachments: Attachment[];
  leftOutCount: number;
}

/** As many of them as mail servers take. The others are in the portal. */
export async function attach({ files, moreCount }: AskedFiles): Promise<Attached> {
  const attachments: Attachment[] = [];
  let bytes = 0;
  for (const { name, contentType, open } of files) {
    const { body, size } = await open();
    if (bytes + size > MOST_BYTES) {
      body.destroy();
      continue;
    }
    bytes += size;
    const fileName = name.replaceAll(/[^\w.-]+/g, '-');
    attachments.push({ fileName, contentType, content: await buffer(body) });
  }
  return { attachments, leftOutCount: moreCount + files.length - attachments.length };
}
