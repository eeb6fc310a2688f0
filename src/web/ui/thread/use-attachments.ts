import { useEffect, useRef, useState } from 'react';
import type { caseFile } from '../../../shared/contract/threads.ts';
import { MAX_FILES_PER_MESSAGE } from '../../../shared/domain/message-files.ts';
import { FILE_REFUSALS, MAX_FILE_BYTES } from '../../../shared/domain/offer-files.ts';
import { messageOf } from '../../lib/api-error.ts';
import { putFile, type Upload } from '../../lib/upload.ts';

type Checked = import('zod/mini').output<typeof caseFile>;

/** How a page announces a file, and asks how far its check is. */
export interface FileCalls {
  announce: (file: { name: string; size: number }) => Promise<Upload & { id: string }>;
  uploaded: (fileId: string) => Promise<Checked>;
}

export interface Attachment {
  key: number;
  name: string;
  size: number;
  state: 'uploading' | 'checking' | 'ready' | 'refused';
  /** Why it was refused, or did not arrive. */
  problem?: string;
  /** From 0 to 1. */
  part: number;
  id?: string;
}

const ASK_AGAIN_MS = 700;
const TOO_LARGE = 'The file is larger than 20 MB.';

/** So many are on their way at once; the others wait for their turn. */
const AT_ONCE = 3;

/** The files that are to go with what is being written: uploaded and checked while it is written. */
export function useAttachments({ announce, uploaded }: FileCalls, { most = MAX_FILES_PER_MESSAGE } = {}) {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const waiting = useRef<{ key: number; file: File }[]>([]);
  const lastKey = useRef(0);

  useEffect(() => {
    const { current } = running;
    return () => {
      waiting.current = [];
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  const note = (key: number, change: Partial<Attachment>) =>
    setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...change } : file)));

  const send = async (key: number, file: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    const { signal } = controller;
    try {
      if (file.size > MAX_FILE_BYTES) throw new Error(TOO_LARGE);
      const { id, ...upload } = await announce({ name: file.name, size: file.size });
      await putFile(file, upload, { signal, onProgress: (part) => note(key, { part }) });
      note(key, { id, state: 'checking' });
      let checked = await uploaded(id);
      while (checked.state === 'checking' && !signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
        checked = await uploaded(id);
      }
      if (checked.state === 'clean') note(key, { state: 'ready', name: checked.name });
      else
        note(key, {
          state: 'refused',
          problem: checked.refusal === null ? 'It did not arrive.' : FILE_REFUSALS[checked.refusal],
        });
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof Error && error.message === TOO_LARGE ? TOO_LARGE : messageOf(error);
      note(key, { state: 'refused', problem });
    } finally {
      running.current.delete(key);
      sendNext();
    }
  };

  const sendNext = () => {
    while (running.current.size < AT_ONCE) {
      const next = waiting.current.shift();
      if (!next) return;
      void send(next.key, next.file);
    }
  };

  const add = (chosen: readonly File[]) => {
    for (const file of chosen.slice(0, most - files.length)) {
      lastKey.current += 1;
      const key = lastKey.current;
      const { name, size } = file;
      setFiles((known) => [...known, { key, name, size, state: 'uploading', part: 0 }]);
      waiting.current.push({ key, file });
    }
    sendNext();
  };

  const remove = (key: number) => {
    waiting.current = waiting.current.filter((file) => file.key !== key);
    running.current.get(key)?.abort();
    setFiles((known) => known.filter((file) => file.key !== key));
  };

  return {
    files,
    add,
    remove,
    clear: () => setFiles([]),
    ids: files.flatMap(({ id, state }) => (id !== undefined && state === 'ready' ? [id] : [])),
    /** What keeps the message from being sent. */
    obstacle: obstacleIn(files),
  };
}

function obstacleIn(files: readonly Attachment[]): string | null {
  if (files.some(({ state }) => state === 'refused')) return 'Please remove the file that was refused.';
  if (files.some(({ state }) => state !== 'ready'))
    return 'A file is still being checked. Please wait a moment.';
  return null;
}
