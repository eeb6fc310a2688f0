/** A part of the app's code that did not come. */
export class PartNotFetched extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be fetched.', { cause });
    this.name = 'PartNotFetched';
  }
}

export const fetchPart = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    throw new PartNotFetched(cause);
  });

/** A browser does not ask again for a part that it could not fetch while the page stands: then only a new page does. */
export function tryAgain(error: unknown, ask: () => void): void {
  if (error instanceof PartNotFetched) window.location.reload();
  else ask();
}
