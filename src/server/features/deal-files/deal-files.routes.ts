import type { operatorFilesContract } from '../../../shared/contract/operator-files.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { findDealFile, listDealFiles } from './deal-files.queries.ts';
import { downloadEvent } from './download-event.ts';

export const dealFilesHandlers = ({
  fileStorage,
}: Pick<Deps, 'fileStorage'>): Handlers<typeof operatorFilesContract> => ({
  async dealFiles({ params, tenantId, tx }) {
    const files = await listDealFiles(tx, tenantId, params.deal);
    return {
      files: files.map((file) => ({
        ...file,
        sha256: file.sha256.toString('hex'),
        attachedAt: file.attachedAt.toISOString(),
      })),
    };
  },

  async fetchFile({ params, tenantId, tx, recordUse }) {
    const file = await findDealFile(tx, tenantId, params.id);
    const { subject, details } = downloadEvent(file);
    await recordUse(subject, details);
    const { name, contentType, storageKey } = file;
    return { name, contentType, isSaved: true, open: () => fileStorage.get(storageKey) };
  },
});
