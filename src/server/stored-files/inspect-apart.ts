import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../platform/http/temporary-folders.ts';
import type { VirusScanner } from '../platform/integrations/virus-scan.ts';
import { ReaderStoppedError, runReader } from '../platform/reader/run-reader.ts';
import type { FileVerdict } from './file-checks/inspect-file.ts';
import { type InspectTask, redrawnPath, type WrittenVerdict } from './upload-reader.ts';

/**
 * Decides whether to keep an uploaded file. Its structure is looked at first, in a process of its own, so that the virus scanner never gets
 * a picture or an archive that would keep it busy. It rejects only when there is no verdict, so that the check can be retried.
 */
export async function inspectApart(
  bytes: Buffer,
  of: Pick<InspectTask, 'name' | 'takes'>,
  virusScanner: Pick<VirusScanner, 'scan'>,
): Promise<FileVerdict> {
  const folder = await makeTemporaryFolder('portal-upload-');
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes, { mode: 0o600 });
    const verdict = await verdictOf({ task: 'inspect', path, ...of });
    if (!verdict.isFit) return verdict;
    const scan = await virusScanner.scan(bytes);
    if (!scan.clean) return { isFit: false, refusal: 'infected' };
    const { isRedrawn, ...kept } = verdict;
    return { ...kept, bytes: isRedrawn ? await readFile(redrawnPath(path)) : bytes };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function verdictOf(task: InspectTask): Promise<WrittenVerdict> {
  try {
    for await (const verdict of runReader(task)) return verdict as WrittenVerdict;
  } catch (error) {
    if (error instanceof ReaderStoppedError)
      return { isFit: false, refusal: error.limit === 'time' ? 'takes_too_long' : 'unpacks_too_large' };
    throw error;
  }
  throw new Error('The reader said nothing.');
}
