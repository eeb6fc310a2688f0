/** The package has no types of its own. */
declare module '@ach/ach' {
  import type { Transform } from 'node:stream';

  const openReader: () => { getParser: (format: 'ach') => Transform };
  export = openReader;
}
