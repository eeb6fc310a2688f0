import type { InTransaction } from '../../access/own-transactions.ts';
import type { Deps } from '../../deps.ts';
import type { PresentedLink } from '../../identity/capabilities.ts';
import type { SentFile } from '../../platform/http/sent-files.ts';
import { stagedKey } from '../../stored-files/storage-keys.ts';
import { fileUploaded, removeStagedFile } from './staged-files.ts';

interface Staged {
  link: PresentedLink;
  id: string;
  file: SentFile;
}

/**
 * Stores a file that came with the request where a browser would have uploaded it. From then on it is handled like any other.
 */
export async function storeSentFile(
  inTransaction: InTransaction<PresentedLink>,
  deps: Pick<Deps, 'fileStorage' | 'uploadStorage'>,
  { link: { tenantId }, id, file }: Staged,
): Promise<void> {
  try {
    await deps.uploadStorage.putFile(stagedKey(tenantId, id), file);
    await fileUploaded(inTransaction, deps, id);
  } catch (error) {
    // These bytes will not be sent again under this name, so the file is no longer among those that the link holds.
    await inTransaction((tx, link) => removeStagedFile(tx, link, id));
    throw error;
  }
}
