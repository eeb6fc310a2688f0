import classes from './skeleton.module.css';

interface SkeletonProps {
  /** In characters of the text that will stand here, so that it takes the same room. */
  characters: number;
}

// Of Inter's figures. The unit `ch` would follow the font, and move when that arrives.
const CHARACTER_EM = 0.62;

/** Holds the place of a line of text: as high as the line, about as wide as the text. */
export function Skeleton({ characters }: SkeletonProps) {
  return (
    <span
      className={classes['bone']}
      style={{ width: `${characters * CHARACTER_EM}em` }}
      aria-hidden="true"
    />
  );
}
