import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { type ImportAsk, ruleOf } from '../../../../shared/domain/import-asks.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { STAFF_PERMISSIONS } from '../../../../shared/domain/staff-permissions.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import tableClasses from '../../ui/desk-table.module.css';
import { whoCan } from '../../ui/second-person.ts';
import { isThrough, type Run } from './imports.api.ts';

const needed = (ask: ImportAsk): string => capitalized(STAFF_PERMISSIONS[ruleOf(ask).needs].about);

/** What an import does that has rules of its own by hand: how much of it, and what it needs. */
export function AsksCard({ run }: { run: Run }) {
  const { asks, takesTwo, deciders } = run;
  const isOpen = !isThrough(run);
  return (
    <HeadedCard
      title={isOpen ? 'Who may import it' : 'Who may undo it'}
      about={takesTwo && isOpen ? `A second person confirms it. ${whoCan(deciders)}` : undefined}
    >
      <div className={tableClasses['scroll']}>
        <table className={tableClasses['table']} aria-label="What the import needs">
          <thead>
            <tr>
              <th scope="col">It has</th>
              <th scope="col" className={tableClasses['number']}>
                Rows
              </th>
              <th scope="col" className={tableClasses['number']}>
                Amount
              </th>
              <th scope="col">It needs somebody who</th>
            </tr>
          </thead>
          <tbody>
            {asks.map(({ ask, count, amount, isHeld }) => (
              <tr key={ask}>
                <td>
                  <b>{capitalized(ask)}</b>
                </td>
                <td data-name="Rows" className={tableClasses['number']}>
                  {count.toLocaleString('en-US')}
                </td>
                <td data-name="Amount" className={tableClasses['number']}>
                  {amount === null ? '–' : formatMoney(amount)}
                </td>
                <td data-name="Needs">
                  {needed(ask)}
                  {!isHeld && <span className={tableClasses['below']}>You may not</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </HeadedCard>
  );
}

const isHeldWhole = ({ asks }: Run): boolean => asks.every(({ isHeld }) => isHeld);

/** Whether the caller may confirm the import: they hold what it needs, and are a second person where it takes one. */
export const mayCarryOut = (run: Run): boolean => isHeldWhole(run) && (!run.takesTwo || run.isSecond);

/** Where it takes two, anybody who holds what it needs asks first, and another one has it done. */
export const mayUndo = (run: Run): boolean =>
  isHeldWhole(run) && (!run.takesTwo || run.undoAskedByName === null || run.isSecond);

/** Why they may not. */
export function askWords(run: Run): string {
  const missing = run.asks.find(({ isHeld }) => !isHeld);
  if (missing)
    return `It has ${missing.ask}. It needs somebody who also ${STAFF_PERMISSIONS[ruleOf(missing.ask).needs].about}.`;
  return `You prepared it, and it takes two people. ${whoCan(run.deciders)}`;
}
