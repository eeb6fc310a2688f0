import { BrandMark } from '../../ui/brand-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Frame } from './frame.tsx';
import classes from './top-bar.module.css';

/** Shown while the session is being restored, when it is not known yet which page follows. */
export function ShellSkeleton() {
  const bar = (
    <span className={classes['brand']}>
      <BrandMark size={26} />
      <Skeleton characters={14} />
    </span>
  );
  return <Frame bar={bar}>{null}</Frame>;
}
