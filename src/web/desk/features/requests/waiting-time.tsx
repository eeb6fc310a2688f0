import { progressOf } from '../../../../shared/domain/desk-queues.ts';
import { ageOf } from '../../ui/times.ts';
import type { ListedRequest } from './requests.api.ts';
import classes from './requests.module.css';

interface WaitingTimeProps {
  request: Pick<ListedRequest, 'waitingSince' | 'dueAt'>;
  now: Date;
}

/** For how long the investor has waited. Past the promise it says so in words and color. */
export function WaitingTime({ request: { waitingSince, dueAt }, now }: WaitingTimeProps) {
  const since = new Date(waitingSince);
  const urgency = dueAt === null ? 'in time' : progressOf(since, new Date(dueAt), now).urgency;
  return (
    <span className={classes['time']} data-urgency={urgency}>
      {ageOf(since, now)}
      {urgency === 'over' && ', over the promise'}
    </span>
  );
}
