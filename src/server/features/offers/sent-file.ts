import type { InTransaction } from '../../access/own-transactions.ts';
import type { Deps } from '../../deps.ts';
import type { PresentedLink } from '../../identity/capabilities.ts';
import type { SentFile } from '../../platform/http/sent-files.ts';
import { fileUploaded, removeStagedFile } from './staged-files.ts';
import { stagedKey } from './storage-keys.ts';

interface Staged {
  link: PresentedLink;
  id: string;
  file: SentFile;
}

/** Puts a file that came along where a browser would have put it. From there on it is one like any other. */
export async function storeSentFile(
  inTransaction: InTransaction<PresentedLink>,
  deps: Pick<Deps, 'fileStorage'>,
  { link: { tenantId }, id, file }: Staged,
): Promise<void> {
  try {
    await deps.fileStorage.putFile(stagedKey(tenantId, id), file);
    await fileUploaded(inTransaction, deps, id);
  } catch (error) {
    // Nobody will send these bytes again under that name: its place among the link's files is given back.
    await inTransaction((tx, link) => removeStagedFile(tx, link, id));
    throw error;
  }
}
