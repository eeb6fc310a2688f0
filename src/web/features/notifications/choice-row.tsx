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
import { useActionsInOrder } from '../../ui/use-actions-in-order.ts';
import { type Choice, type ChosenKind, useChoose } from './notifications.api.ts';
import classes from './notifications.module.css';

const CHOICE_NAMES = { now: 'Now', daily: 'Daily', never: 'Never' } as const;

const SAVED: Readonly<Record<NotificationChoice, string>> = {
  now: 'a mail as soon as it happens',
  daily: 'in the mail of the morning',
  never: 'no mails',
};

interface ChoiceRowProps {
  /** As it is kept. */
  chosen: ChosenKind;
  /** As it was pressed last, for as long as that is being saved. */
  pressed: Choice | undefined;
  onPress: (pressed: Choice | undefined) => void;
}

/**
 * One kind with its three choices, saved as soon as one is made, and each in turn where several are made quickly. It is shown at once, and
 * what is kept is shown again if it could not be saved.
 */
export function ChoiceRow({ chosen, pressed, onPress }: ChoiceRowProps) {
  const { kind, changedAt, isByLink } = chosen;
  const { name, about } = NOTIFICATIONS[kind];
  const choose = useChoose();
  const { failure, run } = useActionsInOrder((error) => `Not saved. ${messageOf(error)}`);
  const { choice, isWithFiles } = pressed ?? chosen;
  const save = async (next: Partial<Choice>, words: string) => {
    const all = { kind, choice, isWithFiles, ...next };
    onPress(all);
    await run(async () => {
      await choose(all);
      flash(`${name}: ${words}`);
    });
    onPress(undefined);
  };
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
