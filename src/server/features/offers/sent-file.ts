import type { Deps } from '../../deps.ts';
import type { PresentedLink } from '../../identity/capabilities.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { SentFile } from '../../platform/http/sent-files.ts';
import { fileUploaded, removeStagedFile } from './staged-files.ts';
import { stagedKey } from './storage-keys.ts';

/** Puts a file that came along where a browser would have put it. From there on it is one like any other. */
export async function storeSentFile(
  deps: Pick<Deps, 'db' | 'fileStorage'>,
  link: PresentedLink,
  fileId: string,
  file: SentFile,
): Promise<void> {
  const { tenantId } = link;
  try {
    await deps.fileStorage.putFile(stagedKey(tenantId, fileId), file);
    await withTenant(deps.db, tenantId, (tx) => fileUploaded(tx, deps, link, fileId));
  } catch (error) {
    // Nobody will send these bytes again under that name: its place among the link's files is given back.
    await withTenant(deps.db, tenantId, (tx) => removeStagedFile(tx, link, fileId));
    throw error;
  }
}
