/** The browser asked for a passkey and got none. The message is shown to the user. */
export class PasskeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PasskeyError';
  }
}
