import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { forget, keep, readKept } from '../lib/kept-in-browser.ts';

/** Stores the choice with everything else that the portal keeps in the browser. The library would use a key of its own. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get(fallback) {
    const kept = readKept('colorScheme');
    return isMantineColorScheme(kept) ? kept : fallback;
  },
  set: (choice) => keep('colorScheme', choice),
  clear: () => forget('colorScheme'),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
};
