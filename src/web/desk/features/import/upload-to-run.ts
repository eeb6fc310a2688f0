import { deskImportsContract } from '../../../../shared/contract/desk-imports.ts';
import { MAX_FILE_BYTES } from '../../../../shared/domain/offer-files.ts';
import { call } from '../../../lib/call.ts';
import { putFile } from '../../../lib/upload.ts';

/** Uploads files to an import, one after the other. Their check starts by itself. */
export async function uploadToRun(
  runId: bigint,
  files: readonly File[],
  onFile: (words: string) => void,
): Promise<void> {
  for (const file of files) {
    if (file.size > MAX_FILE_BYTES) throw new Error(`${file.name} is larger than 20 MB.`);
    onFile(`Uploading ${file.name}`);
    const body = { name: file.name, size: file.size };
    const { id: fileId, ...upload } = await call(deskImportsContract.announceFile, {
      params: { runId },
      body,
    });
    const { signal } = new AbortController();
    await putFile(file, upload, { signal, onProgress: () => undefined });
    await call(deskImportsContract.fileUploaded, { params: { runId, fileId } });
  }
}
