/**
 * The program that commandLineOn() keeps running: it takes the words of one command after the other and answers with what that
 * command said. Loading the code is nearly all that a short command costs, and it is loaded once here.
 */
import type { Asked, Said } from './command-line.ts';

// Each command listens for a reader that goes away.
process.stdout.setMaxListeners(0);

let runs = 0;

// It is asked for one after the other, because a command has the process's settings and output to itself.
process.on('message', async (asked: Asked) => process.send?.(await run(asked)));
process.on('disconnect', () => process.exit());

async function run({ args, env }: Asked): Promise<Said> {
  process.env = env;
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = undefined;
  const said = { stdout: '', stderr: '' };
  const restore = (['stdout', 'stderr'] as const).map((stream) => keepWrites(stream, said));
  try {
    // The query makes it another module, which is evaluated again. What it imports stays loaded.
    runs += 1;
    await import(`../cli.ts?run=${runs}`);
    return { code: Number(process.exitCode ?? 0), ...said };
  } catch (error) {
    return { code: 1, stdout: said.stdout, stderr: `${said.stderr}${(error as Error).stack}` };
  } finally {
    for (const put of restore) put();
    process.exitCode = undefined;
  }
}

function keepWrites(stream: 'stdout' | 'stderr', said: Record<'stdout' | 'stderr', string>): () => void {
  const { write } = process[stream];
  process[stream].write = (chunk: string | Uint8Array) => {
    said[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  return () => {
    process[stream].write = write;
  };
}
