import type { CSSProperties, ReactNode } from 'react';
import { Skeleton } from '../skeleton.tsx';
import classes from './figure.module.css';
import { InfoTip } from './info-tip.tsx';

interface FigureProps {
  label: string;
  /** The text behind the label's info button. */
  about: ReactNode;
  value: ReactNode;
  caption?: ReactNode;
  /** More figures that belong to this one. */
  details?: readonly { name: string; value: ReactNode }[];
  /** On a phone only on demand. */
  isFolded?: boolean;
}

/** One labeled figure of a strip. */
export function Figure({ label, about, value, caption, details, isFolded }: FigureProps) {
  return (
    <div className={classes['figure']} style={roomFor(label)} data-folded={isFolded || undefined}>
      <Label text={label}>
        <InfoTip subject={label}>{about}</InfoTip>
      </Label>
      <dd className={classes['value']}>{value}</dd>
      {caption !== undefined && <dd className={classes['caption']}>{caption}</dd>}
      {details && (
        <dd className={classes['details']}>
          <dl>
            {details.map(({ name, value: detail }) => (
              <div key={name} className={classes['detail']}>
                <dt>{name}</dt>
                <dd>{detail}</dd>
              </div>
            ))}
          </dl>
        </dd>
      )}
    </div>
  );
}

interface LabelProps {
  text: string;
  children: ReactNode;
}

/** The element beside the label stays on the line of its last word. */
function Label({ text, children }: LabelProps) {
  const lastWord = text.lastIndexOf(' ') + 1;
  return (
    <dt className={classes['label']}>
      {text.slice(0, lastWord)}
      <span className={classes['together']}>
        {text.slice(lastWord)} {children}
      </span>
    </dt>
  );
}

const SHORTEST_LABEL = 22;

function roomFor(label: string): CSSProperties {
  return { '--label-length': Math.max(label.length, SHORTEST_LABEL) } as CSSProperties;
}

interface FigureSkeletonProps {
  label: string;
  hasCaption?: boolean;
  details?: readonly string[];
  isFolded?: boolean;
}

/** The skeleton of a figure: its label, and the space that the figure will take. */
export function FigureSkeleton({ label, hasCaption = false, details, isFolded }: FigureSkeletonProps) {
  return (
    <div className={classes['figure']} style={roomFor(label)} data-folded={isFolded || undefined}>
      <Label text={label}>
        <span className={classes['tipPlace']} />
      </Label>
      <dd className={classes['value']}>
        <Skeleton characters={11} />
      </dd>
      {hasCaption && (
        <dd className={classes['caption']}>
          <Skeleton characters={16} />
        </dd>
      )}
      {details && (
        <dd className={classes['details']}>
          <dl>
            {details.map((name) => (
              <div key={name} className={classes['detail']}>
                <dt>{name}</dt>
                <dd>
                  <Skeleton characters={10} />
                </dd>
              </div>
            ))}
          </dl>
        </dd>
      )}
    </div>
  );
}
