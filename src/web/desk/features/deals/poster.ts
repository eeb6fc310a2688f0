/** Whoever posted it, without the way in which they did: 'Owen Hart', 'root'. */
export const nameOfPoster = (poster: string): string =>
  poster.replace(/^(?:desk|command line|service token \d+): /, '');
