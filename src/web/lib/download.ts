import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { CallInput } from '../../shared/contract/wire-request.ts';
import { ApiError } from './api-error.ts';
import { asMember } from './call.ts';
import { throughOutage } from './outage.ts';
import { request } from './send.ts';

export interface DownloadProgress {
  rowCount: number;
  /** From 0 to 1, estimated: the file's length is not known before its end. */
  part: number;
}

interface Watch {
  signal: AbortSignal;
  onProgress: (progress: DownloadProgress) => void;
}

const FILE_NAME = /filename="([^"]+)"/;
const ALMOST = 0.99;

/** Downloads a file that the server generates while it sends it, and has the browser save it. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { signal, onProgress }: Watch,
): Promise<void> {
  // Of a file that breaks off, the part that came is thrown away, so that is said and not repeated.
  const response = await throughOutage(
    () => asMember((headers) => request(endpoint, input, { headers, signal })),
    { signal },
  );
  const rowCount = numberOf(response, 'portal-rows');
  const estimatedBytes = Math.max(1, numberOf(response, 'portal-estimated-bytes'));
  let received = 0;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      chunks.push(next.value);
      received += next.value.length;
      onProgress({ rowCount, part: Math.min(ALMOST, received / estimatedBytes) });
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw ApiError.unreachable();
  }
  const type = response.headers.get('content-type') ?? '';
  const name = FILE_NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'report.xlsx';
  save(new Blob(chunks, { type }), name);
}

const numberOf = (response: Response, header: string): number => Number(response.headers.get(header) ?? 0);

export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the URL after the click, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
