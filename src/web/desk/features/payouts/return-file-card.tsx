import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useMay } from '../../desk-user.ts';
import { useChange } from '../../ui/use-change.ts';
import classes from './payouts.module.css';

type Notice = Output<typeof deskPayoutsContract.readReturnFile>['notices'][number];

const RESULTS: Readonly<Record<Notice['result'], string>> = {
  entered: 'entered, the money is owed again',
  notice: 'is a notification of change and waits below',
  'other code': 'was entered before with another code',
  'other numbers':
    'says something else than the notification that was entered before; check both with the bank',
  unknown: 'is of no run of yours',
};

/** Reads what the bank has sent back. */
export function ReturnFileCard() {
  const mayPrepare = useMay('prepare-payouts');
  const send = useChange();
  const { isPending, failure, run } = useAction(messageOf);
  const [notices, setNotices] = useState<readonly Notice[] | null>(null);
  const field = useRef<HTMLInputElement>(null);
  if (!mayPrepare) return null;
  const read = (file: File | undefined) =>
    file &&
    run(async () => {
      setNotices(null);
      const answer = await send(deskPayoutsContract.readReturnFile, { body: { text: await file.text() } });
      setNotices(answer.notices);
      if (field.current) field.current.value = '';
    });
  return (
    <HeadedCard
      title="Returned by the bank"
      about={notices === null ? 'R-codes and notifications of change' : countOf(notices.length, 'notice')}
      aside={
        <Button variant="default" loading={isPending} onClick={() => field.current?.click()}>
          Read the bank’s file
        </Button>
      }
    >
      <div className={classes['inside']}>
        <input
          ref={field}
          type="file"
          hidden
          aria-label="The bank’s file of returns"
          onChange={({ currentTarget }) => read(currentTarget.files?.[0])}
        />
        <FormAlert message={failure} />
        {notices?.map(({ traceNumber, code, corrected, result }) => (
          <p key={`${traceNumber} ${code}`} className={classes['why']}>
            <strong>
              {code}, trace {traceNumber}
            </strong>{' '}
            {RESULTS[result]}
            {corrected !== null && `: ${corrected}`}.
          </p>
        ))}
        {notices === null && failure === null && (
          <p className={classes['quiet']}>
            What came back is owed again and joins the next run. A single return is entered at its run.
          </p>
        )}
      </div>
    </HeadedCard>
  );
}
