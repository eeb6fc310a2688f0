import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { save } from '../../../lib/download.ts';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { useAction } from '../../../ui/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Run } from './payouts.api.ts';
import classes from './payouts.module.css';

/** The file, once; again with a reason. */
export function FileDownload({ run: { id: runId, file, mayDownload } }: { run: Run }) {
  const send = useChange();
  const action = useAction(flashFailure);
  const [isAsked, setIsAsked] = useState(false);
  if (!file) return <p className={classes['quiet']}>Nothing of this run was to be sent to the bank.</p>;
  const fetchFile = async (reason: string | undefined) => {
    const { name, text } = await send(deskPayoutsContract.downloadFile, {
      params: { runId },
      body: { reason },
    });
    save(new Blob([text], { type: 'text/plain' }), name);
    setIsAsked(false);
    flash('The download is recorded');
  };
  const isFirst = file.downloadedAt === null;
  return (
    <>
      <Button
        size="md"
        fullWidth
        disabled={!mayDownload}
        loading={action.isPending}
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        variant={isFirst ? 'filled' : 'default'}
        onClick={() => (isFirst ? action.run(() => fetchFile(undefined)) : setIsAsked(true))}
      >
        {isFirst ? 'Download the bank file' : 'Download it again'}
      </Button>
      <p className={classes['why']}>
        {mayDownload
          ? isFirst
            ? 'Once. To download it again takes a reason, which the audit trail keeps.'
            : 'It was downloaded already. Sent twice, it would pay twice.'
          : 'Only who made the file or approved the run can download it.'}
      </p>
      {isAsked && (
        <ReasonDialog
          title="Download the bank file again"
          lead="A file that reaches the bank twice pays twice. The reason stays in the audit trail."
          description="For example that the bank did not get the first one."
          needed="Please say why."
          askLabel="Download it again"
          onAsk={fetchFile}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
