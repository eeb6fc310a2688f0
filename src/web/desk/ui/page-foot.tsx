import { Pager } from '../../ui/table/pager.tsx';
import classes from './desk-table.module.css';

interface PageFootProps {
  /** The pager's label, where there are several. */
  label?: string;
  listed: { count: number; pageLength: number } | undefined;
  page: number;
  onPage: (page: number) => void;
}

/** The way to the other pages of a list, where there are any. The server says how long a page is. */
export function PageFoot({ listed, page, onPage, ...label }: PageFootProps) {
  if (!listed || listed.count <= listed.pageLength) return null;
  return (
    <div className={classes['foot']}>
      <Pager
        {...label}
        total={listed.count}
        page={page}
        lengths={[listed.pageLength]}
        length={listed.pageLength}
        onPage={onPage}
        onLength={() => undefined}
      />
    </div>
  );
}
