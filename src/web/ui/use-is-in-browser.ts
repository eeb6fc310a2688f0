import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False while the server renders a page before it sends it, for what only the reader's own computer knows. */
export const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
