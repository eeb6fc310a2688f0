import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './as-of.module.css';

const FIGURES = [5, 20, 23, 14, 4, 10, 17, 14, 16];
const STATUSES = [14, 24, 16, 14, 10, 14, 7, 8];

/** The figures and the statuses while they load. */
export const AsOfSkeleton = () => (
  <div className={classes['columns']}>
    <section className={classes['card']} aria-busy="true" aria-label="Figures">
      <Rows lengths={FIGURES} />
    </section>
    <div className={classes['card']} aria-hidden="true">
      <div className={classes['head']}>
        <p className={classes['title']}>By status</p>
      </div>
      <Rows lengths={STATUSES} />
    </div>
  </div>
);

interface RowsProps {
  lengths: readonly number[];
}

const Rows = ({ lengths }: RowsProps) => (
  <table className={classes['figures']}>
    <tbody>
      {lengths.map((characters, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
        <tr key={row}>
          <td>
            <Skeleton characters={characters} />
          </td>
          <td>
            <Skeleton characters={13} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
