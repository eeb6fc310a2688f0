import { writeLines } from './platform/reader/write-lines.ts';
import { UnreadableError } from './platform/records/problem.ts';
import type { SheetTask } from './sheets/sheet-reader.ts';
import type { InspectTask } from './stored-files/upload-reader.ts';

// Reads one file of a person and ends. The worker starts it with limits of its own: see platform/reader/run-reader.ts.
const task = JSON.parse(process.argv[2] ?? '') as InspectTask | SheetTask;

/** A reader is started for each file, so it loads no library that its file does not need. */
async function* carryOut(): AsyncGenerator<unknown> {
  if (task.task === 'inspect') {
    const { inspectUpload } = await import('./stored-files/upload-reader.ts');
    yield* inspectUpload(task);
  } else {
    const { readSheet } = await import('./sheets/sheet-reader.ts');
    yield* readSheet(task);
  }
}

await writeLines(carryOut(), (error) => (error instanceof UnreadableError ? error.problems : null));
