import { execFile } from 'node:child_process';
import { UnfitFile } from './verdict.ts';

/** A value of a PDF as qpdf writes it: names as `/Name`, texts as `u:text` or, in hex, `b:bytes`, references as `12 0 R`. */
export type PdfValue = string | number | boolean | null | PdfValue[] | { [key: string]: PdfValue };

/** The objects of a PDF by how they are referred to, such as `12 0 R`. */
export type PdfObjects = ReadonlyMap<string, PdfValue>;

/** More than any statement's. The pictures and texts of its pages are not among them. */
const MAX_LISTED = 48 * 1024 * 1024;
/** It gets less memory than the reader that starts it. */
const LIMITED = 'ulimit -d 262144; exec qpdf "$@"';
const LISTING = ['--json=2', '--json-key=qpdf', '--json-stream-data=none'];

interface Listing {
  qpdf: [unknown, Record<string, { value?: PdfValue; stream?: { dict: PdfValue } }>];
}

/**
 * All objects that the file's own table lists, whatever they are packed in. A file with mistakes in it is refused: programs guess in
 * different ways what is meant, and one of them might find what was not seen here.
 */
export async function readPdfObjects(path: string): Promise<PdfObjects> {
  const { qpdf } = JSON.parse(await listObjects(path)) as Listing;
  return new Map(
    Object.entries(qpdf[1]).map(([name, { value, stream }]) => [
      name.replace(/^obj:/, ''),
      stream ? asStream(stream.dict) : (value ?? null),
    ]),
  );
}

/** Marked, because the same key means something else in a stream. */
export const STREAM = '(stream)';
const asStream = (dict: PdfValue): PdfValue => ({ [STREAM]: true, ...(dict as { [key: string]: PdfValue }) });

const listObjects = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { maxBuffer: MAX_LISTED, encoding: 'utf8' } as const;
    const child = execFile(
      '/bin/sh',
      ['-c', LIMITED, 'qpdf', ...LISTING, path],
      options,
      (error, listed, said) => {
        const { signalCode: signal, exitCode } = child;
        if (error === null || (exitCode === WITH_WARNINGS && !hasMistakes(said))) resolve(listed);
        else if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
          reject(new UnfitFile('unpacks_too_large'));
        // The reader ends as its helper did, so that both count as one.
        else if (signal || /bad_alloc/.test(said)) process.kill(process.pid, signal ?? 'SIGKILL');
        else if (exitCode !== null && REFUSED.includes(exitCode)) reject(new UnfitFile('unreadable'));
        else reject(new Error(`qpdf ended with ${exitCode}: ${said.slice(0, 200)}`));
      },
    );
  });

const WITH_WARNINGS = 3;
/** What cannot be read, or opens with a password alone; and what can be read in another way than it was here. */
const REFUSED = [2, WITH_WARNINGS];

/** Many programs count the objects wrongly, which changes nothing of what is read. */
const COUNTED_WRONGLY = /reported number of objects|operation succeeded with warnings/;
const hasMistakes = (said: string) =>
  said.split('\n').some((line) => line !== '' && !COUNTED_WRONGLY.test(line));
