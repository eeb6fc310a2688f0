import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { isLoading, WhenLoaded } from '../../../ui/message/when-loaded.tsx';
import classes from './deal-details.module.css';

interface DealSectionProps<Items> {
  title: string;
  query: UseQueryResult<Items>;
  /** The title of the error when they could not be loaded. */
  failure: string;
  skeleton: ReactNode;
  children: (items: Items) => ReactNode;
}

/** One half of the panel. It loads and fails independently of the other. */
export function DealSection<Items>({ title, query, failure, skeleton, children }: DealSectionProps<Items>) {
  const titleId = useId();
  return (
    <section className={classes['part']} aria-labelledby={titleId} aria-busy={isLoading([query])}>
      <h2 id={titleId} className={classes['title']}>
        {title}
      </h2>
      <WhenLoaded queries={[query]} failure={failure} skeleton={skeleton}>
        {() => query.data !== undefined && children(query.data)}
      </WhenLoaded>
    </section>
  );
}
