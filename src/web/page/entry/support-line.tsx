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
        {face ? <Opening url={face.supportUrl} /> : <Skeleton characters={18} />}
      </span>
      <span className={classes['line']}>
        {face ? (
          face.supportEmail !== null && <a href={`mailto:${face.supportEmail}`}>{face.supportEmail}</a>
        ) : (
          <Skeleton characters={24} />
        )}
      </span>
    </p>
  );
}

function Opening({ url }: { url: string | null }) {
  if (!url) return 'Need help? Ask your funder.';
  return (
    <>
      Need help?{' '}
      <a href={url} target="_blank" rel="noreferrer">
        Customer support
      </a>{' '}
      or
    </>
  );
}
