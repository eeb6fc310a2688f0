/** A mistake that somebody could make, at the one place where a behaviour is decided, and the test that has to notice it. */
export interface PlantedFault {
  /** The requirements whose test this is: each is in the title of the test. */
  readonly ids: readonly [string, ...string[]];
  /** What the portal does wrong with it, in the words of the trade. */
  readonly broken: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
  readonly test: NamedTest;
  /** What a browser test says when it fails over this fault and no other: those are planted together, for one build. */
  readonly says?: string;
}

export interface NamedTest {
  readonly file: string;
  /** The title, or that part of it which stands still where the rest is filled in. */
  readonly title: string;
}

export const isBrowserTest = ({ file }: NamedTest): boolean => file.startsWith('e2e/');

/** The file with the mistake in it. */
export function withFault(source: string, { file, from, to }: PlantedFault): string {
  const count = source.split(from).length - 1;
  if (count !== 1) throw new Error(`${file} has this ${count} times, not once: ${from}`);
  // A function, as a replacement text may hold what String.replace reads as a pattern.
  return source.replace(from, () => to);
}
