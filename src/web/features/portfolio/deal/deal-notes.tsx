import { IconPinFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { formatShortMoment } from '../../../lib/moment.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { WhenLoaded } from '../../../ui/message/when-loaded.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { type DealNote, useDealNotes } from './deal-details.api.ts';
import details from './deal-details.module.css';
import classes from './deal-notes.module.css';
import { DealSection } from './deal-section.tsx';

interface DealNotesProps {
  mid: string;
}

const FAILURE = 'The notes did not load';

export function DealNotes({ mid }: DealNotesProps) {
  return (
    <DealSection title="Notes" query={useDealNotes(mid)} failure={FAILURE} skeleton={<NotesSkeleton />}>
      {(notes) => <Notes notes={notes} />}
    </DealSection>
  );
}

/** The same for a place that has a title already. */
export function UntitledDealNotes({ mid }: DealNotesProps) {
  const query = useDealNotes(mid);
  return (
    <div className={details['untitled']}>
      <WhenLoaded queries={[query]} failure={FAILURE} skeleton={<NotesSkeleton />}>
        {() => query.data && <Notes notes={query.data} />}
      </WhenLoaded>
    </div>
  );
}

const Notes = ({ notes }: TimelineProps) =>
  notes.length === 0 ? (
    <p className={details['nothing']}>There are no notes for this submission</p>
  ) : (
    <Timeline notes={notes} />
  );

/** As high as the payouts beside them, because a deal in trouble has dozens of notes. */
const NOTES_AT_FIRST = 5;

interface TimelineProps {
  notes: readonly DealNote[];
}

function Timeline({ notes }: TimelineProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? notes : notes.slice(0, NOTES_AT_FIRST);
  const hidden = notes.length - shown.length;
  return (
    <>
      <ol className={classes['timeline']}>
        {shown.map((note) => (
          <Note key={note.id.toString()} note={note} />
        ))}
      </ol>
      {hidden > 0 && (
        <div className={classes['more']}>
          <TextButton onClick={() => setShowsAll(true)}>Show {countOf(hidden, 'more note')}</TextButton>
        </div>
      )}
    </>
  );
}

interface NoteProps {
  note: DealNote;
}

function Note({ note }: NoteProps) {
  return (
    <li className={classes['note']} data-has-chip={note.kind === 'Ready2Fund' || note.isPinned || undefined}>
      <p className={classes['source']}>
        <NoteChip note={note} />
        <time dateTime={note.writtenAt}>{formatShortMoment(note.writtenAt)}</time>
        {' · '}
        <span className={classes['together']}>{note.authorName}</span>
        {note.authorRole !== null && (
          <>
            {' · '}
            <span className={classes['together']}>{note.authorRole}</span>
          </>
        )}
      </p>
      <RichText html={note.body} />
    </li>
  );
}

function NoteChip({ note }: NoteProps) {
  if (note.kind === 'Ready2Fund') return <Chip tone="good">readytofund</Chip>;
  if (!note.isPinned) return null;
  return (
    <Chip tone="closed">
      <IconPinFilled size={12} aria-hidden="true" />
      Pinned
    </Chip>
  );
}

function NotesSkeleton() {
  return (
    <ol className={classes['timeline']} aria-hidden="true">
      {['a', 'b'].map((note) => (
        <li key={note} className={classes['note']}>
          <div className={classes['source']}>
            <Skeleton characters={34} />
          </div>
          <div>
            <Skeleton characters={48} />
          </div>
        </li>
      ))}
    </ol>
  );
}
