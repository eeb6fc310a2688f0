import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Example {
  /** The heading that it stands under. */
  section: string;
  /** As it would be typed. */
  command: string;
  form: string | undefined;
  status: number;
  answer: unknown;
}

/** The examples of a page: a block of the shell, and right after it the answer, marked with its status. */
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

/** Of a table its columns, of a text its first line. */
function read(form: string | undefined, text: string): unknown {
  if (form === 'json') return JSON.parse(text);
  const [header = ''] = text.trimStart().split(/\r?\n/, 1);
  return { columns: { [header]: '' } };
}

/** Runs an example as it stands, in an empty folder and with nothing else in its environment. */
export async function runExample(
  { command, form }: Example,
  variables: Record<string, string>,
): Promise<{ status: number; answer: unknown }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'example-'));
  try {
    // Told by its own settings and not by its words, curl says the status after the answer.
    await writeFile(path.join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n');
    const env = { PATH: process.env['PATH'], CURL_HOME: folder, ...variables };
    const { stdout } = await promisify(execFile)('bash', ['-euc', command], { cwd: folder, env });
    const end = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(end)), answer: read(form, stdout.slice(0, end)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Fields and the kinds of their values; of a list its first row, and a word that is a constant of the contract as it is. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null) return null;
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
  return typeof value === 'string' && /^[a-z_]+$/.test(value) ? value : typeof value;
}
