import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { pageRefusals } from '../../../shared/contract/page-refusals.ts';
import { messageOf } from '../../lib/api-error.ts';
import { signOut } from '../../session/session.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { useAction } from '../../ui/use-action.ts';
import { confirmTicket, type TicketConflict, takeTicket } from './ticket.ts';
import classes from './ticket-question.module.css';

interface TicketQuestionProps {
  conflict: TicketConflict;
}

/** A link that signs in somebody else never replaces the current session without asking. */
export function TicketQuestion({ conflict: { signedInAs, isExpired } }: TicketQuestionProps) {
  const router = useRouter();
  const { failure, isPending, run } = useAction(messageOf);

  const stay = () => {
    takeTicket();
    // The route sends anybody with a session on to the page that they wanted.
    void router.invalidate();
  };

  /** Without a session the route shows the sign-in form, which uses the ticket. */
  const leave = () => {
    confirmTicket();
    return run(signOut);
  };

  return (
    <div className={classes['question']}>
      <p className={classes['words']}>
        {isExpired
          ? 'You are still signed in as'
          : 'The link you opened is for somebody else. You are signed in as'}{' '}
        <strong className={classes['name']}>{signedInAs}</strong>.
      </p>
      <FormAlert message={isExpired ? pageRefusals.link_expired.message : failure} />
      <div className={classes['ways']}>
        {!isExpired && (
          <Button size="md" fullWidth loading={isPending} onClick={leave}>
            Log out and continue
          </Button>
        )}
        <Button
          size="md"
          fullWidth
          variant={isExpired ? 'filled' : 'default'}
          disabled={isPending}
          onClick={stay}
        >
          {isExpired ? 'Go to the dashboard' : 'Stay signed in'}
        </Button>
      </div>
    </div>
  );
}
