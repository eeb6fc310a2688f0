/** A mistake that somebody could make at the one place that decides a behavior, and the test that must detect it. */
export interface PlantedFault {
  /** The requirements that the test proves. The title of the test contains each of them. */
  readonly ids: readonly [string, ...string[]];
  /** What the portal does wrong because of it, in business terms. */
  readonly broken: string;
  readonly file: string;
  /** Must occur exactly once in the file. */
  readonly from: string;
  readonly to: string;
  readonly test: NamedTest;
  /**
   * What a browser test prints when it fails because of this fault and no other. Browser faults are planted together, in
   * one build.
   */
  readonly says?: string;
}

export interface NamedTest {
  readonly file: string;
  /** The title, or its constant part when the rest is filled in. */
  readonly title: string;
}

export const isBrowserTest = ({ file }: NamedTest): boolean => file.startsWith('e2e/');

/** The file's text with the mistake in it. */
export function withFault(source: string, { file, from, to }: PlantedFault): string {
  const count = source.split(from).length - 1;
  if (count !== 1) throw new Error(`${file} has this ${count} times, not once: ${from}`);
  // A function, because String.replace would interpret special patterns in a replacement text.
  return source.replace(from, () => to);
}
