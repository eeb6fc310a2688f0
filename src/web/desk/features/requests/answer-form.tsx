import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskRequestsContract } from '../../../../shared/contract/desk-requests.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { LazyRichTextEditor } from '../../../ui/rich-text/lazy-rich-text-editor.tsx';
import { Attachments } from '../../../ui/thread/attachments.tsx';
import { useAttachments } from '../../../ui/thread/use-attachments.ts';
import { useAction } from '../../../ui/use-action.ts';
import { type OpenedRequest, useRequestChange } from './requests.api.ts';
import classes from './requests.module.css';

interface AnswerFormProps {
  request: OpenedRequest;
}

/** The answer to the investor. What they write meanwhile is shown first, and nothing of the draft is lost. */
export function AnswerForm({ request: { id: caseId, heardCount, ownerName } }: AnswerFormProps) {
  const change = useRequestChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [messageHtml, setMessageHtml] = useState('');
  const attachments = useAttachments({
    announce: (body) => call(deskRequestsContract.announceFile, { params: { caseId }, body }),
    uploaded: (fileId) => call(deskRequestsContract.fileUploaded, { params: { caseId, fileId } }),
  });
  // Counted, so that the editor begins anew after an answer.
  const [sentCount, setSentCount] = useState(0);
  const send = (isDone: boolean) => {
    if (messageHtml === '') return setFailure('Please write an answer.');
    if (attachments.obstacle !== null) return setFailure(attachments.obstacle);
    return run(async () => {
      const body = { messageHtml, isDone, heardCount, fileIds: attachments.ids };
      await change(deskRequestsContract.answer, { params: { caseId }, body });
      flash(isDone ? 'Answered and closed' : 'Answered. The investor is told by mail.');
      setMessageHtml('');
      attachments.clear();
      setSentCount((count) => count + 1);
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(false);
  };
  return (
    <SavingForm isSaving={isPending} className={classes['answer']} onSubmit={submit}>
      <h2 className={classes['title']}>Answer</h2>
      <LazyRichTextEditor
        key={sentCount}
        label="Answer"
        placeholder="The investor reads it in the portal"
        html={messageHtml}
        onChange={setMessageHtml}
      />
      <Attachments attachments={attachments} />
      {ownerName === null && <p className={classes['quiet']}>Whoever answers first takes it.</p>}
      <FormAlert message={failure} />
      <div className={classes['buttons']}>
        <Button variant="default" disabled={isPending} onClick={() => send(true)}>
          Answer and close
        </Button>
        <Button type="submit" loading={isPending}>
          Answer
        </Button>
      </div>
    </SavingForm>
  );
}
