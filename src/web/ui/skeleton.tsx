import classes from './skeleton.module.css';

interface SkeletonProps {
  /** The length of the text that will be shown here, so that it takes the same space. */
  characters: number;
}

// The width of a digit in Inter. The unit `ch` would change when the font is loaded.
const CHARACTER_EM = 0.62;

/** The placeholder of a line of text: as high as the line, about as wide as the text. */
export function Skeleton({ characters }: SkeletonProps) {
  return (
    <span
      className={classes['placeholder']}
      style={{ width: `${characters * CHARACTER_EM}em` }}
      aria-hidden="true"
    />
  );
}
