import { useState } from 'react';
import { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import type { LineDecision } from '../../../../shared/domain/day-sheet.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { flash } from '../../../ui/message/flash.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useChange } from '../../ui/use-change.ts';
import { ChangeLineDialog } from './change-line-dialog.tsx';
import type { Sheet, SheetLine } from './payments.api.ts';
import classes from './post-day.module.css';

interface LineFixProps {
  sheet: Sheet;
  line: SheetLine;
}

/** What can be done about a line: post it all the same, leave it out, or say what its MID, date or unreadable amount is. */
export function LineFix({ sheet, line }: LineFixProps) {
  const change = useChange();
  const { isPending, run } = useAction((error) => flash(messageOf(error), { tone: 'bad', seconds: 4 }));
  const [isChanging, setIsChanging] = useState(false);
  const decide = (decision: LineDecision | null, said: { mid?: string } = {}) =>
    run(async () => {
      await change(deskPostingContract.decideLine, {
        params: { fileId: sheet.fileId, line: line.line },
        body: { decision, mid: said.mid, date: undefined, amount: undefined },
      });
    });
  const { suggestedMid, verdict, decision, acceptedReason } = line;
  // It posts because somebody said so, which can be taken back.
  const isSettled = decision === 'post too' || acceptedReason !== null;
  return (
    <span className={classes['fixes']}>
      {suggestedMid !== null && (
        <TextButton disabled={isPending} onClick={() => decide(null, { mid: suggestedMid })}>
          Use {suggestedMid}
        </TextButton>
      )}
      {(verdict === 'refused' || verdict === 'look at this') && (
        <TextButton onClick={() => setIsChanging(true)}>Change</TextButton>
      )}
      {verdict === 'look at this' && (
        <TextButton disabled={isPending} onClick={() => decide('leave out')}>
          Leave out
        </TextButton>
      )}
      {verdict === 'suspected' && (
        <TextButton disabled={isPending} onClick={() => decide('post too')}>
          Post it too
        </TextButton>
      )}
      {verdict === 'will post' && (
        <TextButton disabled={isPending} onClick={() => decide(isSettled ? null : 'leave out')}>
          {isSettled ? 'Do not post it' : 'Leave out'}
        </TextButton>
      )}
      {verdict === 'left out' && (
        <TextButton disabled={isPending} onClick={() => decide(null)}>
          Take in again
        </TextButton>
      )}
      {isChanging && (
        <ChangeLineDialog
          line={line}
          sendLabel="Check again"
          onSend={async ({ mid, date, amount }) => {
            await change(deskPostingContract.decideLine, {
              params: { fileId: sheet.fileId, line: line.line },
              body: { decision: null, mid, date, amount },
            });
          }}
          onClose={() => setIsChanging(false)}
        />
      )}
    </span>
  );
}
