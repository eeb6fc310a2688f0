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
import { type ChosenKind, useChoose } from './notifications.api.ts';
import classes from './notifications.module.css';

const CHOICE_NAMES = { now: 'Now', daily: 'Daily', never: 'Never' } as const;

const SAVED: Readonly<Record<NotificationChoice, string>> = {
  now: 'a mail as soon as it happens',
  daily: 'in the mail of the morning',
  never: 'no mails',
};

/** One kind with its three choices, saved as soon as one is made. */
export function ChoiceRow({ chosen }: { chosen: ChosenKind }) {
  const { kind, choice, isWithFiles, changedAt, isByLink } = chosen;
  const { name, about } = NOTIFICATIONS[kind];
  const choose = useChoose();
  const { failure, run } = useAction((error) => `Not saved. ${messageOf(error)}`);
  const save = (next: NotificationChoice) =>
    run(async () => {
      await choose({ kind, choice: next, isWithFiles });
      flash(`${name}: ${SAVED[next]}`);
    });
  const attach = (isAttached: boolean) =>
    run(async () => {
      await choose({ kind, choice, isWithFiles: isAttached });
      flash(`${name}: ${isAttached ? 'with the PDF' : 'without the PDF'}`);
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
                onChange={({ currentTarget }) => attach(currentTarget.checked)}
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
            onChoose={save}
            isWide
          />
        </div>
      }
    />
  );
}
