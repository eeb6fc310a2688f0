import { plainFileName } from '../../shared/domain/offer-files.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../platform/errors.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import { keptKey } from './storage-keys.ts';

/** What the row of a checked file says of it. */
export interface KeptRow {
  name: string;
  contentType: string | null;
}

/** A checked file, which browsers save and never display. Without a row it does not exist for anybody. */
export function keptFile(
  { fileStorage }: Pick<Deps, 'fileStorage'>,
  { tenantId, fileId }: { tenantId: string; fileId: string },
  row: KeptRow | undefined,
): FileToSend {
  if (!row) throw new Refusal('not_found');
  return {
    name: plainFileName(row.name),
    contentType: row.contentType ?? '',
    isSaved: true,
    open: () => fileStorage.get(keptKey(tenantId, fileId)),
  };
}
