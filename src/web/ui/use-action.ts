import { useRef, useState } from 'react';

/**
 * How a component changes something on the server: runs the action once at a time, and says whether it is under way and what it failed with.
 * The query library's own hook would do, but the sign-in page would have to load that library for it.
 *
 * @param describe turns what an action throws into what the component shows.
 */
export function useAction<Failure>(describe: (error: unknown) => Failure) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isRunning = useRef(false);

  const run = async (action: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsPending(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      setFailure(describe(error));
    } finally {
      isRunning.current = false;
      setIsPending(false);
    }
  };

  return { isPending, failure, setFailure, run };
}
