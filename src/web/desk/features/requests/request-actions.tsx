import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskRequestsContract } from '../../../../shared/contract/desk-requests.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useDeskUser } from '../../desk-user.ts';
import parts from '../../ui/page-parts.module.css';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { type OpenedRequest, useRequestChange } from './requests.api.ts';

interface RequestActionsProps {
  request: OpenedRequest;
}

/** Takes it, hands it over, closes it and opens it again. */
export function RequestActions({ request }: RequestActionsProps) {
  const { id: caseId, ownerId, ownerName, state, heardCount } = request;
  const change = useRequestChange();
  const user = useDeskUser();
  const [isHandingOver, setIsHandingOver] = useState(false);
  const { isPending, run } = useAction((error) => flash(messageOf(error), { tone: 'bad', seconds: 4 }));
  const params = { caseId };
  const isOwn = ownerId !== null && user.data?.userId === ownerId;
  const start = (work: () => Promise<void>, words: string) =>
    run(async () => {
      await work();
      flash(words);
    });
  return (
    <div className={parts['actions']}>
      {!isOwn && (
        <Button
          variant={ownerId === null ? 'filled' : 'default'}
          disabled={isPending}
          onClick={() =>
            start(
              () => change(deskRequestsContract.take, { params, body: { seenOwnerId: ownerId } }),
              'You have taken it',
            )
          }
        >
          {ownerId === null ? 'Take it' : `Take over from ${ownerName ?? 'them'}`}
        </Button>
      )}
      <Button variant="default" disabled={isPending} onClick={() => setIsHandingOver(true)}>
        Hand over
      </Button>
      {state === 'done' ? (
        <Button
          variant="default"
          disabled={isPending}
          onClick={() => start(() => change(deskRequestsContract.reopen, { params }), 'It is open again')}
        >
          Open again
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={isPending}
          onClick={() =>
            start(() => change(deskRequestsContract.close, { params, body: { heardCount } }), 'Closed')
          }
        >
          Close
        </Button>
      )}
      {isHandingOver && <HandOverDialog request={request} onClose={() => setIsHandingOver(false)} />}
    </div>
  );
}
