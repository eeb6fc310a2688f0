import { readFile, writeFile } from 'node:fs/promises';
import { type FileVerdict, inspectFile } from './file-checks/inspect-file.ts';

/** What the reader does with an uploaded file, in a process of its own. */
export interface InspectTask {
  task: 'inspect';
  path: string;
  name: string;
  takes: 'documents' | 'sheets';
}

/** A verdict without the bytes: those of a picture, which is drawn anew, are in a file beside it. */
export type WrittenVerdict =
  | { isFit: true; name: string; contentType: string; isRedrawn: boolean }
  | Extract<FileVerdict, { isFit: false }>;

export const redrawnPath = (path: string) => `${path}-redrawn`;

export async function* inspectUpload({ path, name, takes }: InspectTask): AsyncGenerator<WrittenVerdict> {
  const uploaded = await readFile(path);
  const verdict = await inspectFile({ path, bytes: uploaded }, name, takes);
  if (!verdict.isFit) return yield verdict;
  const { bytes, ...kept } = verdict;
  const isRedrawn = bytes !== uploaded;
  if (isRedrawn) await writeFile(redrawnPath(path), bytes, { mode: 0o600 });
  yield { ...kept, isRedrawn };
}
