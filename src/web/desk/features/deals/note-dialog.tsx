import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { deskNotesContract } from '../../../../shared/contract/desk-notes.ts';
import {
  isForInvestors,
  isSeenBySyndicates,
  NOTE_KINDS,
  type NoteKind,
} from '../../../../shared/domain/deal-notes.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { LazyRichTextEditor } from '../../../ui/rich-text/lazy-rich-text-editor.tsx';
import { useAction } from '../../../ui/use-action.ts';
import partClasses from '../../ui/page-parts.module.css';
import { KEY } from './deals.api.ts';
import classes from './deals.module.css';

interface NoteDialogProps {
  dealId: bigint;
  onClose: () => void;
}

/** A new note. Its kind, or its mark, says who sees it. */
export function NoteDialog({ dealId, onClose }: NoteDialogProps) {
  const queryClient = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<NoteKind>('Activity');
  const [bodyHtml, setBodyHtml] = useState('');
  const [isPinned, setIsPinned] = useState(false);
  const [isMarked, setIsMarked] = useState(false);
  // What is marked and then given another kind stays as the words below say.
  const isForSyndicates = isMarked && !isForInvestors(kind);
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (bodyHtml === '') return setFailure('Please write something.');
    return run(async () => {
      const body = { kind, bodyHtml, isPinned, isForSyndicates };
      await call(deskNotesContract.writeNote, { params: { dealId }, body }, { idempotencyKey: key });
      await queryClient.invalidateQueries({ queryKey: [KEY, 'notes'] });
      flash('The note is saved');
      onClose();
    });
  };
  return (
    <Dialog title="Add a note" isWide onClose={onClose}>
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={submit}>
        <label className={partClasses['select']}>
          Kind
          <select
            value={kind}
            onChange={({ currentTarget }) =>
              setKind(NOTE_KINDS.find((each) => each === currentTarget.value) ?? 'Activity')
            }
          >
            {NOTE_KINDS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <p className={classes['remark']}>
          {isSeenBySyndicates({ kind, isForSyndicates })
            ? 'Every syndicate with a share of the deal sees it.'
            : 'Only the desk sees it.'}
        </p>
        {!isForInvestors(kind) && (
          <label className={partClasses['choice']}>
            <input
              type="checkbox"
              checked={isMarked}
              onChange={({ currentTarget }) => setIsMarked(currentTarget.checked)}
            />
            Visible to syndicates
          </label>
        )}
        <LazyRichTextEditor
          label="Note"
          placeholder="What happened, and what comes next"
          html={bodyHtml}
          onChange={setBodyHtml}
        />
        <label className={partClasses['choice']}>
          <input
            type="checkbox"
            checked={isPinned}
            onChange={({ currentTarget }) => setIsPinned(currentTarget.checked)}
          />
          Keep it on top
        </label>
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Save the note
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
