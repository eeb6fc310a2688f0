import type { DifferenceCause } from '../../../shared/domain/book-as-of.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import { countOf, groupedCount } from '../../ui/figure/count.ts';
import type { CauseSums } from './as-of.api.ts';
import classes from './as-of.module.css';
import { CAUSE_NAMES } from './cause-words.ts';
import { DifferenceText, EffectText } from './difference-text.tsx';

const EFFECTS = [
  { name: 'Cost', of: (sums: CauseSums) => sums.investmentCost },
  { name: 'Anticipated return', of: (sums: CauseSums) => sums.anticipatedReturn },
  { name: 'Payouts', of: (sums: CauseSums) => sums.totalPayouts },
  { name: 'Portfolio balance', of: (sums: CauseSums) => sums.portfolioBalance },
] as const;
const CASH_EFFECT = { name: 'Cash', of: (sums: CauseSums) => sums.cashBalance } as const;

interface CausesCardProps {
  causes: readonly CauseSums[];
  hasCash: boolean;
  chosen: DifferenceCause | undefined;
  onChoose: (cause: DifferenceCause | undefined) => void;
}

/** What makes the difference. A cause that is pressed leaves only its lines in the list below. */
export function CausesCard({ causes, hasCash, chosen, onChoose }: CausesCardProps) {
  const effects = hasCash ? [...EFFECTS, CASH_EFFECT] : EFFECTS;
  const lineCount = causes.reduce((count, cause) => count + cause.count, 0);
  return (
    <section className={classes['card']} aria-labelledby="as-of-causes">
      <div className={classes['head']}>
        <h2 id="as-of-causes" className={classes['title']}>
          What makes the difference
        </h2>
        <p className={classes['about']}>{countOf(lineCount, 'line')}; each cause opens its own</p>
      </div>
      {causes.length === 0 ? (
        <p className={classes['inside']}>Nothing was recorded between these days.</p>
      ) : (
        <table className={classes['figures']} data-wide aria-label="What makes the difference">
          <thead>
            <tr>
              <th scope="col">Cause</th>
              <th scope="col">Lines</th>
              {effects.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {causes.map((sums) => (
              <tr key={sums.cause}>
                <th scope="row">
                  <button
                    type="button"
                    className={classes['cause']}
                    aria-pressed={chosen === sums.cause}
                    onClick={() => onChoose(chosen === sums.cause ? undefined : sums.cause)}
                  >
                    {CAUSE_NAMES[sums.cause]}
                  </button>
                </th>
                <td data-label="Lines">{groupedCount(sums.count)}</td>
                {effects.map(({ name, of }) => (
                  <td key={name} data-label={name} data-empty={of(sums) === 0n || undefined}>
                    <EffectText amount={of(sums)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Difference</th>
              <td data-label="Lines">{groupedCount(lineCount)}</td>
              {effects.map(({ name, of }) => (
                <td key={name} data-label={name}>
                  <DifferenceText amount={sumMoney(causes.map(of))} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}
