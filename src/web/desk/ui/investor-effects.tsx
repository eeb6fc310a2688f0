import type { Cents } from '../../../shared/domain/money.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import classes from './effect-table.module.css';

interface InvestorEffectsProps {
  effects: readonly { investor: string; before: Cents; after: Cents }[];
}

/** What a change does to the balance of each investor. Not there where no investor has a share. */
export function InvestorEffects({ effects }: InvestorEffectsProps) {
  if (effects.length === 0) return null;
  return (
    <table className={classes['effect']} aria-label="Balance of each investor">
      <thead>
        <tr>
          <th scope="col">Investor</th>
          <th scope="col">Balance before</th>
          <th scope="col">Balance after</th>
        </tr>
      </thead>
      <tbody>
        {effects.map(({ investor, before, after }) => (
          <tr key={investor}>
            <th scope="row">{investor}</th>
            <td>{formatMoney(before)}</td>
            <td>{formatMoney(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
