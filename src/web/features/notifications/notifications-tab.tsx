import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import {
  ALWAYS_TOLD,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '../../../shared/domain/notifications.ts';
import { isApiError } from '../../lib/api-error.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { Row, Section } from '../../ui/page/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { type Choice, useChoices } from './notifications.api.ts';
import classes from './notifications.module.css';

/** What the portal tells its user of by mail, and when. */
export function NotificationsTab() {
  return (
    <>
      <Section
        title="By your choice"
        lead={
          <>
            Mails to your own address. “Daily” puts everything into one mail at 7 a.m. Eastern time. Mails say
            what happened, without amounts, unless you ask for the PDF of a statement.
            <br />
            The nightly report, Schedule A files and invites that your funder mails to the syndicate’s e-sign
            and CC addresses go there in any case.
          </>
        }
      >
        <ChoiceList />
      </Section>
      <Section
        title="Always"
        lead="These protect your money and your account. Whoever broke in would switch them off first, so nobody can."
      >
        <ul>
          {Object.entries(ALWAYS_TOLD).map(([kind, { name, about }]) => (
            <li key={kind}>
              <Row title={name} detail={about} action={<Always />} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

const Always = () => (
  <span className={classes['always']}>
    <IconShieldCheck size={16} stroke={1.75} aria-hidden />
    Always
  </span>
);

function ChoiceList() {
  const choices = useChoices();
  // Kept here, where the answers are read: in the moment in which a press is no longer shown for itself, what is kept is shown as it is then.
  const [pressed, setPressed] = useState<Partial<Record<NotificationKind, Choice | undefined>>>({});
  if (isApiError(choices.error, 'second_factor_required'))
    return <Row title="Not shown yet" detail="You can choose once a second factor is set up." />;
  if (choices.isError && !choices.data) {
    return (
      <ErrorState
        title="Your choices did not load"
        error={choices.error}
        onRetry={() => choices.refetch()}
        isRetrying={choices.isFetching}
      />
    );
  }
  return (
    <ul aria-busy={!choices.data}>
      {choices.data
        ? choices.data.choices.map((chosen) => (
            <li key={chosen.kind}>
              <ChoiceRow
                chosen={chosen}
                pressed={pressed[chosen.kind]}
                onPress={(choice) => setPressed((others) => ({ ...others, [chosen.kind]: choice }))}
              />
            </li>
          ))
        : NOTIFICATION_KINDS.map((kind) => (
            <li key={kind}>
              <Row title={<Skeleton characters={16} />} detail={<Skeleton characters={34} />} />
            </li>
          ))}
    </ul>
  );
}
