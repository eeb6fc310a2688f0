/** Whether a text can be one of the portal's ids. A text from an address or from the browser's storage may be anything. */
export const isIdText = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && /^\d{1,15}$/.test(text);
