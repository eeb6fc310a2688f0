import { Skeleton } from '../../ui/skeleton.tsx';
import type { PortalInfo } from './portal-info.ts';
import classes from './support-line.module.css';

interface SupportLineProps {
  /** Null until the server has answered. */
  portal: PortalInfo | null;
}

/** Always two lines, however long the address is, so that nothing above moves. */
export function SupportLine({ portal }: SupportLineProps) {
  return (
    <p className={classes['support']}>
      <span className={classes['line']}>
        {portal ? <Opening url={portal.supportUrl} /> : <Skeleton characters={18} />}
      </span>
      <span className={classes['line']}>
        {portal ? (
          portal.supportEmail !== null && <a href={`mailto:${portal.supportEmail}`}>{portal.supportEmail}</a>
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
