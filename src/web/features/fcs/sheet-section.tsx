import { type ComponentProps, useId } from 'react';
import { isLoading, WhenLoaded } from '../../ui/message/when-loaded.tsx';
import classes from './sheet-section.module.css';

interface SheetSectionProps extends ComponentProps<typeof WhenLoaded> {
  title: string;
}

/** A section of the sheet. It loads and fails independently of the others. */
export function SheetSection({ title, ...content }: SheetSectionProps) {
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
