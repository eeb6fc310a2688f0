import { createContext, useContext } from 'react';

/** Whether the whole tab is drawn, with charts that have not been in sight and groups that are folded otherwise: it is being printed. */
export const WholePage = createContext(false);
export const useIsWholePage = (): boolean => useContext(WholePage);
