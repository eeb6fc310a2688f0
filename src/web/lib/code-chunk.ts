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
