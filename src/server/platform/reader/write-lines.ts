import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Failure } from './run-reader.ts';

/** What a buffer or a text says that could not get its memory. */
const NO_MEMORY = /allocat|Invalid string length/i;

/**
 * Carries out the task of a reader: writes each of its lines, or why there are none. `refusalOf` tells what is wrong with the file from
 * a failure of our own; it is null for all others.
 */
export async function writeLines(
  lines: AsyncIterable<unknown>,
  refusalOf: (error: unknown) => unknown,
): Promise<void> {
  dieFirst();
  try {
    for await (const line of lines) await write(line);
  } catch (error) {
    if (error instanceof RangeError && NO_MEMORY.test(error.message)) process.kill(process.pid, 'SIGKILL');
    const refusal = refusalOf(error);
    const failure: Failure =
      refusal === null ? { failed: 'error', message: String(error) } : { failed: 'refused', refusal };
    await write(failure);
  }
}

async function write(line: unknown): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
}

/** Where the machine or the container has no memory left, the kernel ends the reader and not the worker. */
function dieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has it.
  }
}
