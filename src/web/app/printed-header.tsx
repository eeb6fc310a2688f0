import { formatDate } from '../../shared/domain/calendar-date.ts';
import { useInsights } from '../features/insights/insights.api.ts';
import { useSession } from '../session/use-session.ts';
import classes from './insights-view.module.css';

interface PrintedHeaderProps {
  syndicate: { id: bigint; name: string };
}

/** Only on paper: whose figures these are, from whom, and as of when. */
export function PrintedHeader({ syndicate }: PrintedHeaderProps) {
  const { tenant } = useSession();
  const asOf = useInsights(syndicate.id).data?.analysis?.asOf;
  return (
    <div className={classes['printed']}>
      <p className={classes['whose']}>{syndicate.name}: insights</p>
      <p>
        {tenant.name}
        {asOf && ` · as of ${formatDate(asOf)}`}
      </p>
    </div>
  );
}
