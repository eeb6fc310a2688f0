import { useState } from 'react';
import {
  hasFiles,
  NOTIFICATION_CHOICES,
  NOTIFICATIONS,
  type NotificationChoice,
} from '../../../shared/domain/notifications.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formatMoment } from '../../lib/moment.ts';
import { ChoiceSwitch } from '../../ui/form/choice-switch.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { flash } from '../../ui/message/flash.ts';
import { Row } from '../../ui/page/section.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Choice, type ChosenKind, useChoose } from './notifications.api.ts';
import classes from './notifications.module.css';

const CHOICE_NAMES = { now: 'Now', daily: 'Daily', never: 'Never' } as const;

const SAVED: Readonly<Record<NotificationChoice, string>> = {
  now: 'a mail as soon as it happens',
  daily: 'in the mail of the morning',
  never: 'no mails',
};

/** One kind with its three choices, saved as soon as one is made. It is shown at once, and taken back if it could not be saved. */
export function ChoiceRow({ chosen }: { chosen: ChosenKind }) {
  const { kind, changedAt, isByLink } = chosen;
  const { name, about } = NOTIFICATIONS[kind];
  const choose = useChoose();
  const { failure, run } = useAction((error) => `Not saved. ${messageOf(error)}`);
  const [asked, setAsked] = useState<Choice | null>(null);
  const { choice, isWithFiles } = asked ?? chosen;
  const save = (next: Partial<Choice>, words: string) =>
    run(async () => {
      const all = { kind, choice, isWithFiles, ...next };
      setAsked(all);
      try {
        await choose(all);
        flash(`${name}: ${words}`);
      } finally {
        setAsked(null);
      }
    });
  return (
    <Row
      title={name}
      detail={
        <>
          {about}
          {hasFiles(kind) && (
            <label className={classes['files']}>
              <input
                type="checkbox"
                checked={isWithFiles}
                disabled={choice === 'never'}
                onChange={({ currentTarget: { checked } }) =>
                  save({ isWithFiles: checked }, checked ? 'with the PDF' : 'without the PDF')
                }
              />
              <span>Attach the PDF. It has your figures, and a mail is less safe than the portal.</span>
            </label>
          )}
          {isByLink && choice === 'never' && changedAt && (
            <div className={classes['byLink']}>
              Switched off by the link in a mail, {formatMoment(changedAt)}
            </div>
          )}
          <div className={classes['failure']}>
            <FormAlert message={failure} />
          </div>
        </>
      }
      action={
        <div className={classes['choice']}>
          <ChoiceSwitch
            legend={`When to tell me: ${name}`}
            values={NOTIFICATION_CHOICES}
            names={CHOICE_NAMES}
            chosen={choice}
            onChoose={(next) => save({ choice: next }, SAVED[next])}
            isWide
          />
        </div>
      }
    />
  );
}
