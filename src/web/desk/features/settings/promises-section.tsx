import { useId } from 'react';
import {
  DEFAULT_PROMISES,
  promisesFrom,
  promisesText,
  QUEUE_NAMES,
  type QueueName,
  type QueuePromise,
} from '../../../../shared/domain/desk-queues.ts';
import { Section } from '../../../ui/page/section.tsx';
import { QUEUES } from '../../ui/queue-names.ts';
import { LastChange, SettingForm } from './setting-parts.tsx';
import type { AllSettings } from './settings.api.ts';
import classes from './settings.module.css';
import { useSectionForm } from './use-section-form.ts';

/** What the board measures the queues by. */
export function PromisesSection({ all }: { all: AllSettings }) {
  const form = useSectionForm(all.settings);
  const promises = promisesFrom(form.valueOf('queuePromises'));
  return (
    <Section
      title="Promises of the board"
      lead="Within which time what waits is dealt with. The board marks what is close to it, and what is over."
    >
      <SettingForm form={form} all={all}>
        <div className={classes['numbers']}>
          {QUEUE_NAMES.map((queue) => (
            <PromiseField
              key={queue}
              queue={queue}
              promise={promises[queue]}
              onChange={(promise) =>
                form.change('queuePromises', promisesText({ ...promises, [queue]: promise }))
              }
            />
          ))}
        </div>
        <LastChange all={all} of={['queuePromises']} />
      </SettingForm>
    </Section>
  );
}

const HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 120, 168, 336, 720];

interface PromiseFieldProps {
  queue: QueueName;
  promise: QueuePromise;
  onChange: (promise: QueuePromise) => void;
}

function PromiseField({ queue, promise, onChange }: PromiseFieldProps) {
  const id = useId();
  const hours = typeof promise === 'number' && !HOURS.includes(promise) ? [...HOURS, promise] : HOURS;
  const choices: QueuePromise[] = ['same day', ...hours.toSorted((one, other) => one - other), null];
  return (
    <div className={classes['number']}>
      <label htmlFor={id}>
        {QUEUES[queue].label}
        <div className={classes['quiet']}>Default: {inWords(DEFAULT_PROMISES[queue]).toLowerCase()}</div>
      </label>
      <div className={classes['small']}>
        <select
          id={id}
          value={String(promise)}
          onChange={({ currentTarget }) =>
            onChange(choices.find((choice) => String(choice) === currentTarget.value) ?? null)
          }
        >
          {choices.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {inWords(choice)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function inWords(promise: QueuePromise): string {
  if (promise === null) return 'No promise';
  if (promise === 'same day') return 'Same day';
  return promise === 1 ? '1 hour' : `${promise} hours`;
}
