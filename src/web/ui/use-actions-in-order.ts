import { useRef } from 'react';
import { useAction } from './use-action.ts';

/**
 * As `useAction`, for what somebody may press again while it is being saved: every press counts, one after the other. Where one fails, those
 * that wait behind it are given up, because they were pressed in the belief that it counts.
 */
export function useActionsInOrder<Failure>(describe: (error: unknown) => Failure) {
  const { isPending, failure, run: runOne } = useAction(describe);
  const waiting = useRef<(() => Promise<void>)[]>([]);
  const untilDone = useRef<Promise<void>>(null);

  const runAll = async () => {
    try {
      for (let next = waiting.current.shift(); next; next = waiting.current.shift()) await next();
    } finally {
      waiting.current = [];
    }
  };

  /** Resolves when nothing waits any more. */
  const run = (action: () => Promise<void>): Promise<void> => {
    waiting.current.push(action);
    untilDone.current ??= runOne(runAll).finally(() => {
      untilDone.current = null;
    });
    return untilDone.current;
  };

  return { isPending, failure, run };
}
