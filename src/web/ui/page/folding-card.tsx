import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTooNarrow } from '../table/use-too-narrow.ts';
import { Card } from './card.tsx';
import classes from './folding-card.module.css';

interface FoldingCardProps {
  title: string;
  children: ReactNode;
}

/** A card that is folded on a phone, where what stands below it would be far away otherwise. */
export function FoldingCard({ title, children }: FoldingCardProps) {
  if (!useTooNarrow()) return <Card title={title}>{children}</Card>;
  return (
    <details className={classes['card']}>
      <summary className={classes['summary']}>
        <h2 className={classes['title']}>{title}</h2>
        <IconChevronDown className={classes['arrow']} size={18} stroke={1.75} aria-hidden="true" />
      </summary>
      <div className={classes['content']}>{children}</div>
    </details>
  );
}
