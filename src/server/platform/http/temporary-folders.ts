import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIXES = ['portal-file-', 'portal-import-', 'portal-sheet-', 'portal-upload-'] as const;
/** No request takes nearly as long as this. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** A folder for an upload. The caller removes it. */
export async function makeTemporaryFolder(prefix: (typeof PREFIXES)[number]): Promise<string> {
  await removeOldFolders();
  return mkdtemp(join(tmpdir(), prefix));
}

/** Removes the folders that a killed process left behind. */
export async function removeOldFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    const folder = join(tmpdir(), name);
    const made = await stat(folder).catch(() => null);
    if (made?.uid !== process.getuid?.()) continue;
    if (made && Date.now() - made.mtimeMs > OLD_MS) await rm(folder, { recursive: true, force: true });
  }
}
