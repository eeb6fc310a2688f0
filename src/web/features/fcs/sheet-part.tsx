import { type ComponentProps, useId } from 'react';
import { isLoading, WhenLoaded } from '../../ui/message/when-loaded.tsx';
import classes from './sheet-part.module.css';

interface SheetPartProps extends ComponentProps<typeof WhenLoaded> {
  title: string;
}

/** A part of the sheet. It loads and fails without the others. */
export function SheetPart({ title, ...content }: SheetPartProps) {
  const titleId = useId();
  return (
    <section className={classes['part']} aria-labelledby={titleId} aria-busy={isLoading(content.queries)}>
      <h2 id={titleId} className={classes['title']}>
        {title}
      </h2>
      <WhenLoaded {...content} />
    </section>
  );
}
