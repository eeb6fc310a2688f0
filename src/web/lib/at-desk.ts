import { isDeskAddress } from '../../shared/desk-start.ts';

/** Whether this window shows the desk or the portal of investors. Leading from one to the other loads the page anew. */
export const isAtDesk: boolean = typeof window !== 'undefined' && isDeskAddress(window.location.pathname);
