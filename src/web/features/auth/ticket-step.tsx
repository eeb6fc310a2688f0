import { Button } from '@mantine/core';
import classes from './ticket-question.module.css';
import type { SignIn } from './use-sign-in.ts';

interface TicketStepProps {
  signIn: SignIn;
}

/** Opening a link signs nobody in. The button does. */
export function TicketStep({ signIn: { isPending, followTicket, refuseTicket } }: TicketStepProps) {
  return (
    <div className={classes['question']}>
      <p className={classes['words']}>
        The link you opened signs you in. Continue if your funder has sent it to you.
      </p>
      <div className={classes['ways']}>
        <Button size="md" fullWidth loading={isPending} onClick={() => void followTicket()}>
          Continue
        </Button>
        <Button size="md" fullWidth variant="default" disabled={isPending} onClick={refuseTicket}>
          Sign in with my password
        </Button>
      </div>
    </div>
  );
}
