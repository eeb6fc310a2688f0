import { IconChevronRight, IconX } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Fragment, type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import {
  type SinceLine,
  type SincePart,
  sinceLines,
  sinceTitle,
} from '../../../shared/domain/since-words.ts';
import { patientChunk } from '../../lib/code-chunk.ts';
import { formatMoment } from '../../lib/moment.ts';
import iconButton from '../../ui/menu/icon-button.module.css';
import { flashFailure } from '../../ui/message/flash-failure.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useIsInBrowser } from '../../ui/use-is-in-browser.ts';
import { type Since, useHideSince } from './since.api.ts';
import classes from './since-strip.module.css';

const SinceList = lazyRouteComponent(() => patientChunk(import('./since-list.tsx')), 'SinceList');

interface SinceStripProps {
  syndicateId: bigint;
  since: Since;
}

/** Five cells in fixed places. One that has something to tell opens its rows below, one at a time. */
export function SinceStrip({ syndicateId, since }: SinceStripProps) {
  const [open, setOpen] = useState<SincePart | null>(null);
  const cells = useRef<HTMLDivElement>(null);
  const id = useId();
  const hide = useHideSince(syndicateId);
  const { isPending, run } = useAction(flashFailure);
  const lines = sinceLines(since);

  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || open === null) return;
    event.stopPropagation();
    setOpen(null);
    // The focus may be in the list that is gone.
    cells.current?.querySelector<HTMLElement>(`[data-part="${open}"]`)?.focus();
  };
  const hideAll = () =>
    run(async () => {
      await hide(since.asOf);
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    });

  return (
    <section className={classes['strip']} aria-labelledby={`${id}-title`} onKeyDown={close}>
      <div className={classes['head']}>
        <h2 id={`${id}-title`} className={classes['title']}>
          {sinceTitle(since.sinceDate, since.today)}
        </h2>
        <p className={classes['visit']}>
          <LastVisit since={since} />
        </p>
        <button
          type="button"
          className={`${iconButton['button']} ${classes['hide']}`}
          aria-label="Hide until something new happens"
          title="Hide until something new happens"
          aria-disabled={isPending || undefined}
          onClick={hideAll}
        >
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div ref={cells} className={classes['cells']}>
        {lines.map((line) => (
          <Fragment key={line.part}>
            <Cell
              line={line}
              isOpen={open === line.part}
              listId={`${id}-list`}
              onToggle={() => setOpen(open === line.part ? null : line.part)}
            />
            {open === line.part && (
              <div id={`${id}-list`} className={classes['list']}>
                <Suspense fallback={<Skeleton characters={24} />}>
                  <SinceList part={open} since={since} syndicateId={syndicateId} />
                </Suspense>
              </div>
            )}
          </Fragment>
        ))}
        {lines.every(({ value }) => value === null) && <p className={classes['nothing']}>Nothing new</p>}
      </div>
    </section>
  );
}

function LastVisit({ since: { lastVisitAt, isSinceLastVisit } }: Pick<SinceStripProps, 'since'>) {
  // The server that renders the page first does not know the reader's time zone.
  if (!useIsInBrowser()) return null;
  return `your last visit, ${formatMoment(lastVisitAt)}${isSinceLastVisit ? '' : '; the last 30 days are counted'}`;
}

interface CellProps {
  line: SinceLine;
  isOpen: boolean;
  listId: string;
  onToggle: () => void;
}

/** The dot only repeats what the words say. */
const DOTS: { readonly [Part in SincePart]?: 'bad' | 'watch' } = {
  returned: 'bad',
  statusChanges: 'watch',
  alerts: 'watch',
};

function Cell({ line: { part, label, value, detail }, isOpen, listId, onToggle }: CellProps) {
  if (value === null) {
    return (
      <p className={classes['cell']} data-none="true">
        <span className={classes['label']}>{label}</span>
        <span className={classes['value']}>none</span>
        <span className={classes['detail']} />
      </p>
    );
  }
  return (
    <button
      type="button"
      className={classes['cell']}
      data-part={part}
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      onClick={onToggle}
    >
      <span className={classes['label']} data-dot={DOTS[part]}>
        {label}
      </span>
      <span className={classes['value']}>{value}</span>
      <span className={classes['detail']}>{detail}</span>
      <IconChevronRight className={classes['chevron']} size={16} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/** Takes the space of the closed strip. */
export const SincePlace = () => (
  <div className={classes['strip']} aria-hidden="true">
    <div className={classes['head']}>
      <p className={classes['title']}>
        <Skeleton characters={14} />
      </p>
      <span className={classes['hide']} />
    </div>
    <div className={classes['cells']}>
      {['paid', 'new', 'returned', 'status', 'alerts'].map((cell) => (
        <p key={cell} className={classes['cell']}>
          <span className={classes['label']}>
            <Skeleton characters={10} />
          </span>
          <span className={classes['value']}>
            <Skeleton characters={12} />
          </span>
          <span className={classes['detail']} />
        </p>
      ))}
    </div>
  </div>
);
