import { authContract } from '../../shared/contract/auth.ts';
import { throughOutage } from './outage.ts';
import { send } from './send.ts';

/** A chunk of the app's code could not be loaded. */
export class ChunkNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A chunk of the app could not be loaded.', { cause });
    this.name = 'ChunkNotLoaded';
  }
}

export const loadChunk = <T>(chunk: Promise<T>): Promise<T> =>
  chunk.catch((cause: unknown) => {
    throw new ChunkNotLoaded(cause);
  });

/** While a page is open, a browser does not request a chunk again that failed to load. So the page is reloaded instead. */
export function tryAgain(error: unknown, retry: () => void): void {
  if (error instanceof ChunkNotLoaded) window.location.reload();
  else retry();
}

/**
 * For a part of the app that is loaded when it is opened or pointed at. In an outage it fails only when the server is back: until then the
 * page stays as it is, and then the router loads it again, once, for the same reason.
 */
export const patientChunk = <T>(chunk: Promise<T>): Promise<T> =>
  chunk.catch(async (error: unknown) => {
    await throughOutage(() => send(authContract.signInPage, {}));
    throw error;
  });
