import { ApiError } from './api-error.ts';

export interface Upload {
  url: string;
  headers: Readonly<Record<string, string>>;
}

interface Watch {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
}

/** Uploads a file to the URL that the server gave. Uses XMLHttpRequest, because fetch does not report upload progress. */
export function putFile(file: File, { url, headers }: Upload, { signal, onProgress }: Watch): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) {
      // The browser sets this header itself and forbids setting it.
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(ApiError.of('file_not_uploaded', request.status));
    request.onerror = () => reject(ApiError.unreachable());
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(new DOMException('The upload was stopped.', 'AbortError'));
    else request.send(file);
  });
}
