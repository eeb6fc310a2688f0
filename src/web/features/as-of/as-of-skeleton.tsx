import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './as-of.module.css';

const ROWS = [5, 20, 23, 14, 4, 10, 17, 14, 16];

/** The figures while they load. */
export const AsOfSkeleton = () => (
  <section className={classes['card']} aria-busy="true" aria-label="Figures">
    <table className={classes['figures']}>
      <tbody>
        {ROWS.map((characters, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
          <tr key={row}>
            <th scope="row">
              <Skeleton characters={characters} />
            </th>
            <td>
              <Skeleton characters={13} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
