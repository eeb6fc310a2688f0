import { useState } from 'react';
import { deskNotesContract } from '../../../../shared/contract/desk-notes.ts';
import { isSeenBySyndicates } from '../../../../shared/domain/deal-notes.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useMay } from '../../desk-user.ts';
import { useChange } from '../../ui/use-change.ts';
import classes from './deals.module.css';
import { NoteDialog } from './note-dialog.tsx';
import { type Note, useNotes } from './notes.api.ts';

interface NotesCardProps {
  dealId: bigint;
}

/** What was written about the deal, with who sees it. */
export function NotesCard({ dealId }: NotesCardProps) {
  const notes = useNotes(dealId);
  const mayWrite = useMay('change-deals');
  const [isWriting, setIsWriting] = useState(false);
  return (
    <HeadedCard
      title="Notes"
      aside={mayWrite && <TextButton onClick={() => setIsWriting(true)}>Add a note</TextButton>}
      isPending={notes.isPending}
    >
      {notes.isError && !notes.data ? (
        <CardFailure
          what="The notes"
          error={notes.error}
          isRetrying={notes.isFetching}
          onRetry={() => notes.refetch()}
        />
      ) : notes.data?.length === 0 ? (
        <NothingInCard title="Nothing was written yet" />
      ) : (
        <ul className={classes['history']}>
          {notes.data?.map((note) => (
            <OneNote key={note.noteId.toString()} note={note} mayPin={mayWrite} />
          )) ?? (
            <li>
              <Skeleton characters={40} />
            </li>
          )}
        </ul>
      )}
      {isWriting && <NoteDialog dealId={dealId} onClose={() => setIsWriting(false)} />}
    </HeadedCard>
  );
}

function OneNote({ note, mayPin }: { note: Note; mayPin: boolean }) {
  const change = useChange();
  const { isPending, run } = useAction(flashFailure);
  const { noteId, kind, html, isPinned, authorName, writtenAt } = note;
  const pin = () =>
    run(async () => {
      await change(deskNotesContract.pinNote, { params: { noteId }, body: { isPinned: !isPinned } });
    });
  return (
    <li>
      <div className={classes['noteHead']}>
        <Chip tone={kind === 'Collection' ? 'watch' : 'closed'}>{kind}</Chip>
        {isPinned && <Chip tone="good">Pinned</Chip>}
        <span className={classes['remark']}>
          {formatMoment(writtenAt)}, {authorName},{' '}
          {isSeenBySyndicates(note) ? 'syndicates see it' : 'only the desk sees it'}
        </span>
        {mayPin && (
          <TextButton aria-disabled={isPending} onClick={pin}>
            {isPinned ? 'Unpin' : 'Pin'}
          </TextButton>
        )}
      </div>
      <RichText html={html} />
    </li>
  );
}
