import { useCallback, useEffect, useRef, useState } from 'react';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { CallInput } from '../../../shared/contract/wire-request.ts';
import { type DownloadProgress, download } from '../../lib/download.ts';
import { flash } from '../message/flash.ts';

export type DownloadState =
  | { is: 'idle' }
  | { is: 'running'; progress: DownloadProgress | null }
  | { is: 'failed'; error: unknown };

/** One download at a time: another one, or unmounting, cancels it. `done` is announced at its end. */
export function useDownload<E extends Endpoint>(endpoint: E, done: string) {
  const [state, setState] = useState<DownloadState>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState({ is: 'idle' });
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (input: CallInput<E>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ is: 'running', progress: null });
    try {
      await download(endpoint, input, {
        signal: controller.signal,
        onProgress: (progress) => setState({ is: 'running', progress }),
      });
      flash(done);
      setState({ is: 'idle' });
    } catch (error) {
      if (!controller.signal.aborted) setState({ is: 'failed', error });
    }
  };

  return { state, start, cancel };
}
