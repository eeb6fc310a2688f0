import classes from './skeleton.module.css';

interface SkeletonProps {
  /** In characters of the text that will stand here, so that it takes the same room. */
  characters: number;
}

/** Holds the place of a line of text: as high as the line, about as wide as the text. */
export function Skeleton({ characters }: SkeletonProps) {
  return <span className={classes['bone']} style={{ width: `${characters}ch` }} aria-hidden="true" />;
}
