import { useAction } from '../ui/use-action.ts';
import { signOut } from './session.ts';

/** Signing out can fail, and whoever leaves a shared computer has to know that it did. */
export function useSignOut() {
  const { isPending, failure, run } = useAction((error) => error);
  return { isPending, failure, start: () => run(signOut) };
}
