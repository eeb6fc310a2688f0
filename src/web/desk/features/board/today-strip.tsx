import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import type { QueueName } from '../../../../shared/domain/desk-queues.ts';
import type { StaffPermission } from '../../../../shared/domain/staff-permissions.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { DeskLink } from '../../desk-link.tsx';
import parts from '../../ui/page-parts.module.css';
import type { Board } from './board.api.ts';
import { type Answer, answersOf } from './today-answers.ts';
import classes from './today-strip.module.css';

interface TodayStripProps {
  board: Board | undefined;
  minuteOfDay: number;
  permissions: readonly StaffPermission[];
  onOpen: (queue: QueueName) => void;
}

const ICONS = { good: IconCheck, watch: IconAlertTriangle, late: IconAlertTriangle, waiting: IconClock };
const STATE_WORDS = { good: 'Done', watch: 'Needs a look', late: 'Late', waiting: 'Not yet' };

/** The four questions of the morning. Only the first answer that needs whoever reads it stands out. */
export function TodayStrip({ board, minuteOfDay, permissions, onOpen }: TodayStripProps) {
  if (!board) return <TodaySkeleton />;
  const answers = answersOf(board, minuteOfDay);
  const mine = answers.find(({ needs }) => needs !== undefined && permissions.includes(needs));
  return (
    <div className={classes['strip']}>
      {answers.map((answer) => (
        <Cell key={answer.key} answer={answer} isMine={answer === mine} onOpen={onOpen} />
      ))}
    </div>
  );
}

interface CellProps {
  answer: Answer;
  isMine: boolean;
  onOpen: (queue: QueueName) => void;
}

function Cell({ answer, isMine, onOpen }: CellProps) {
  const { state, title, figure, words, leadsTo, page } = answer;
  const Icon = ICONS[state];
  return (
    <article className={classes['cell']} data-mine={isMine || undefined} aria-label={title}>
      <h3 className={classes['title']}>
        <span className={classes['mark']} data-state={state}>
          <Icon size={14} stroke={2} role="img" aria-label={STATE_WORDS[state]} />
        </span>
        {title}
      </h3>
      <p className={classes['figure']}>{figure}</p>
      <p className={classes['words']}>{words}</p>
      {page && (
        <p className={classes['action']}>
          {isMine ? (
            <Button component={DeskLink} size="sm" {...page.target}>
              {page.label}
            </Button>
          ) : (
            <DeskLink {...page.target} className={parts['back']}>
              {page.target.page === 'payoutRun' ? 'Open the run' : page.label}
            </DeskLink>
          )}
        </p>
      )}
      {leadsTo && (
        <p className={classes['action']}>
          <TextButton onClick={() => onOpen(leadsTo.queue)}>{leadsTo.label}</TextButton>
        </p>
      )}
    </article>
  );
}

const TITLES = ["Day's file", 'Reconciled to the cent', 'Reports', 'Next pay date'];

const TodaySkeleton = () => (
  <div className={classes['strip']} aria-busy="true">
    {TITLES.map((title) => (
      <div key={title} className={classes['cell']}>
        <p className={classes['title']}>
          <span className={classes['mark']} data-state="waiting" />
          {title}
        </p>
        <p className={classes['figure']}>
          <Skeleton characters={9} />
        </p>
        <p className={classes['words']}>
          <Skeleton characters={28} />
          <Skeleton characters={20} />
        </p>
      </div>
    ))}
  </div>
);
