import { type ReactNode, useId } from 'react';
import { tryAgain } from '../../lib/code-chunk.ts';
import { InlineError } from '../message/inline-error.tsx';
import { Skeleton } from '../skeleton.tsx';
import classes from './headed-card.module.css';

interface HeadedCardProps {
  title: string;
  /** A few quiet words beside the title; undefined while they are not known. */
  about?: ReactNode;
  /** At the other end of the title's line. It is not printed. */
  aside?: ReactNode;
  isPending?: boolean;
  /** How many characters those words will have. */
  aboutLength?: number;
  children: ReactNode;
}

/** A card with its title on a line of its own, whose content goes from edge to edge. */
export function HeadedCard(props: HeadedCardProps) {
  const { title, about, aside, isPending = false, aboutLength = 40, children } = props;
  const titleId = useId();
  return (
    <section className={classes['card']} aria-labelledby={titleId} aria-busy={isPending}>
      <div className={classes['head']}>
        <h2 id={titleId} className={classes['title']}>
          {title}
        </h2>
        <p className={classes['about']} role="status">
          {about}
          {isPending && about === undefined && <Skeleton characters={aboutLength} />}
        </p>
        {aside && <div className={classes['aside']}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}

interface CardFailureProps {
  /** What did not load, as the beginning of a sentence. */
  what: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** In place of the content of a card, so that the other cards stay. */
export const CardFailure = ({ what, error, isRetrying, onRetry }: CardFailureProps) => (
  <div className={classes['inside']}>
    <InlineError
      title={`${what} did not load`}
      error={error}
      onRetry={() => tryAgain(error, onRetry)}
      isRetrying={isRetrying}
    />
  </div>
);

interface NothingInCardProps {
  title: string;
  children?: ReactNode;
}

/** In place of the content of a card where there is none. */
export const NothingInCard = ({ title, children }: NothingInCardProps) => (
  <div className={classes['inside']}>
    <p className={classes['nothing']}>{title}</p>
    {children && <p className={classes['words']}>{children}</p>}
  </div>
);
