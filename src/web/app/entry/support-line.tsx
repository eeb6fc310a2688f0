import { Skeleton } from '../../ui/skeleton.tsx';
import type { PortalFace } from './portal-face.ts';
import classes from './support-line.module.css';

interface SupportLineProps {
  /** Null until it is known. */
  face: PortalFace | null;
}

/** Two lines, whatever is known and however long the address is: nothing above it may move. */
export function SupportLine({ face }: SupportLineProps) {
  return (
    <p className={classes['support']}>
      <span className={classes['line']}>
        Need help?{' '}
        {face?.supportUrl ? (
          <>
            <a href={face.supportUrl} target="_blank" rel="noreferrer">
              Customer support
            </a>{' '}
            or
          </>
        ) : (
          face && 'Write to'
        )}
      </span>
      <span className={classes['line']}>
        {face ? (
          <a href={`mailto:${face.supportEmail}`}>{face.supportEmail}</a>
        ) : (
          <Skeleton characters={24} />
        )}
      </span>
    </p>
  );
}
