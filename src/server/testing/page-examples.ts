import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Example {
  /** The heading that the example is under. */
  section: string;
  /** The command as it would be typed. */
  command: string;
  form: string | undefined;
  status: number;
  answer: unknown;
}

/** Reads the examples of a page. Each is a shell block, followed by the answer marked with its status. */
export async function readExamples(page: URL): Promise<Example[]> {
  const text = await readFile(page, 'utf8');
  return text.split(/^## /m).flatMap((part) => {
    const [section = ''] = part.split('\n', 1);
    return [...part.matchAll(/^```sh\n(.*?)^```\n(?:\n```(json|csv|text) (\d{3})\n(.*?)^```$)?/gms)].map(
      ([, command = '', form, status, answer]) => {
        if (!status || !answer) throw new Error(`An example under '${section}' has no answer:\n${command}`);
        return { section, command, form, status: Number(status), answer: read(form, answer) };
      },
    );
  });
}

/** Returns the columns of a table, or the first line of a text. */
function read(form: string | undefined, text: string): unknown {
  if (form === 'json') return JSON.parse(text);
  const [header = ''] = text.trimStart().split(/\r?\n/, 1);
  return { columns: { [header]: '' } };
}

/** Runs an example unchanged, in an empty folder and with no other environment variables. */
export async function runExample(
  { command, form }: Example,
  variables: Record<string, string>,
): Promise<{ status: number; answer: unknown }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'example-'));
  try {
    // curl's configuration file makes it print the status after the answer, so that the command itself stays unchanged.
    await writeFile(path.join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n');
    const env = { PATH: process.env['PATH'], CURL_HOME: folder, ...variables };
    const { stdout } = await promisify(execFile)('bash', ['-euc', command], { cwd: folder, env });
    const end = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(end)), answer: read(form, stdout.slice(0, end)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Returns fields with the types of their values. A list is described by its first row, and constants of the contract are kept
 * as they are.
 */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null) return null;
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
  return typeof value === 'string' && /^[a-z_]+$/.test(value) ? value : typeof value;
}
