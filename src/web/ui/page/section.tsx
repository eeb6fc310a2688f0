import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  /** One sentence on what the section is for. */
  lead: ReactNode;
  /** The action of the whole section. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a settings page: its description beside its content. */
export function Section({ title, lead, action, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={classes['section']} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={classes['title']}>
          {title}
        </h2>
        <p className={classes['lead']}>{lead}</p>
        {action && <div className={classes['action']}>{action}</div>}
      </div>
      <div className={classes['content']}>{children}</div>
    </section>
  );
}

interface RowProps {
  title: ReactNode;
  /** A mark beside the title. */
  mark?: ReactNode;
  detail?: ReactNode;
  action?: ReactNode;
}

export function Row({ title, mark, detail, action }: RowProps) {
  return (
    <div className={classes['row']}>
      <div className={classes['words']}>
        <div className={classes['name']}>
          {title}
          {mark !== undefined && <span className={classes['mark']}>{mark}</span>}
        </div>
        {detail !== undefined && <div className={classes['detail']}>{detail}</div>}
      </div>
      {action}
    </div>
  );
}
