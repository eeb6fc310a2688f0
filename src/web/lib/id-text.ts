/** Whether a text can be one of the portal's ids: what an address or the browser's storage says may be anything. */
export const isIdText = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && /^\d{1,15}$/.test(text);
