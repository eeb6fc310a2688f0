/** The browser asked, and whoever sits there declined, waited too long or has no such passkey. */
export class PasskeyNotShown extends Error {
  constructor() {
    super('The passkey was not confirmed. Please try again.');
    this.name = 'PasskeyNotShown';
  }
}
