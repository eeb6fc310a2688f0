/** Where the desk begins. Its pages are a list of their own (desk-pages.ts), which no investor's browser loads. */
export const DESK_START = '/desk';

/** Whether an address, from the path on, is one of the desk's. */
export const isDeskAddress = (address: string): boolean => /^\/desk(?:[/?#]|$)/.test(address);
