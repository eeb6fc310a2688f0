import { useQuery } from '@tanstack/react-query';
import { deskAuditContract } from '../../../../shared/contract/desk-audit.ts';
import { call } from '../../../lib/call.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import classes from './trail-state.module.css';

/** When it was last checked that nobody has changed the trail, and what came of it. */
export function TrailState() {
  const check = useQuery({
    queryKey: ['desk-audit-check'],
    queryFn: () => call(deskAuditContract.trailCheck, {}),
  });
  const isBroken = check.data !== undefined && check.data.brokenFrom !== null;
  return (
    <p className={classes['line']} role={isBroken ? 'alert' : 'status'} data-broken={isBroken || undefined}>
      {check.isError ? (
        <>
          Whether the trail is unchanged did not load.{' '}
          <TextButton onClick={() => void check.refetch()}>Try again</TextButton>
        </>
      ) : (
        check.data && stateInWords(check.data)
      )}
    </p>
  );
}

interface Checked {
  checkedAt: string | null;
  brokenFrom: bigint | null;
}

function stateInWords({ checkedAt, brokenFrom }: Checked): string {
  if (checkedAt === null) return 'The trail was not checked yet. It is checked every night.';
  const when = `Checked ${formatMoment(checkedAt)}`;
  return brokenFrom === null
    ? `${when}: no event was changed or removed.`
    : `${when}: event ${brokenFrom} was changed or removed. Please call whoever runs the portal.`;
}
