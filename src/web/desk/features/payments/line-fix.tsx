import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import { dateOfCell } from '../../../../shared/domain/cell-values.ts';
import type { LineDecision } from '../../../../shared/domain/day-sheet.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useChange } from '../../ui/use-change.ts';
import type { Sheet, SheetLine } from './payments.api.ts';
import classes from './post-day.module.css';

interface LineFixProps {
  sheet: Sheet;
  line: SheetLine;
}

/** What can be done about a line: post it all the same, leave it out, or say what its MID or date is. */
export function LineFix({ sheet, line }: LineFixProps) {
  const change = useChange();
  const { isPending, run } = useAction((error) => flash(messageOf(error), { tone: 'bad', seconds: 4 }));
  const [isChanging, setIsChanging] = useState(false);
  const decide = (decision: LineDecision | null, said: { mid?: string } = {}) =>
    run(async () => {
      await change(deskPostingContract.decideLine, {
        params: { fileId: sheet.fileId, line: line.line },
        body: { decision, mid: said.mid, date: undefined },
      });
    });
  const { suggestedMid, verdict, decision } = line;
  return (
    <span className={classes['fixes']}>
      {suggestedMid !== null && (
        <TextButton disabled={isPending} onClick={() => decide(null, { mid: suggestedMid })}>
          Use {suggestedMid}
        </TextButton>
      )}
      {verdict === 'refused' && <TextButton onClick={() => setIsChanging(true)}>Change</TextButton>}
      {verdict === 'suspected' && (
        <TextButton disabled={isPending} onClick={() => decide('post too')}>
          Post it too
        </TextButton>
      )}
      {verdict === 'will post' && (
        <TextButton disabled={isPending} onClick={() => decide(decision === null ? 'leave out' : null)}>
          {decision === 'post too' ? 'Do not post it' : 'Leave out'}
        </TextButton>
      )}
      {verdict === 'left out' && (
        <TextButton disabled={isPending} onClick={() => decide(null)}>
          Take in again
        </TextButton>
      )}
      {isChanging && <ChangeDialog sheet={sheet} line={line} onClose={() => setIsChanging(false)} />}
    </span>
  );
}

function ChangeDialog({ sheet, line, onClose }: LineFixProps & { onClose: () => void }) {
  const change = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [mid, setMid] = useState(line.mid ?? '');
  const [day, setDay] = useState(line.dateText);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const date = dateOfCell(day);
    if (mid.trim() === '') return setFailure('Say which MID it is of.');
    if ('reason' in date) return setFailure(`The date ${date.reason}.`);
    return run(async () => {
      await change(deskPostingContract.decideLine, {
        params: { fileId: sheet.fileId, line: line.line },
        body: { decision: null, mid: mid.trim(), date: date.value },
      });
      onClose();
    });
  };
  return (
    <Dialog title={`Line ${line.line}`} lead={line.why} onClose={onClose}>
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        <TextInput
          {...fieldLook}
          label="MID"
          data-autofocus
          maxLength={40}
          value={mid}
          onChange={({ currentTarget }) => setMid(currentTarget.value)}
        />
        <TextInput
          {...fieldLook}
          label="Date"
          placeholder="MM/DD/YYYY"
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Check again
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
