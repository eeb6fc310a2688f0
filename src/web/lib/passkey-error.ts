/** The browser asked for a passkey, and none was shown or made. The message is for whoever sits there. */
export class PasskeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PasskeyError';
  }
}
