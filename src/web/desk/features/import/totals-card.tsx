import { Button, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { isCount, type RunFigure } from '../../../../shared/domain/import-runs.ts';
import { formatMoney, parseMoney } from '../../../../shared/domain/money.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import parts from '../../ui/page-parts.module.css';
import classes from './import.module.css';
import type { Plan, Run } from './imports.api.ts';
import { FIGURE_NAMES } from './run-words.ts';

type Total = Run['totals'][number];

const shown = (figure: RunFigure, text: string): string =>
  isCount(figure) ? Number(text).toLocaleString('en-US') : formatMoney(parseMoney(text));

const isSame = ({ figure, given, computed }: Total): boolean =>
  given !== null && shown(figure, given) === shown(figure, computed);

/** What the files come to, beside what the sender's system says. */
export function TotalsCard({
  totals,
  isOpen,
  isThrough,
  onGive,
}: {
  totals: readonly Total[];
  isOpen: boolean;
  isThrough: boolean;
  onGive: (totals: Plan['totals']) => void;
}) {
  const [typed, setTyped] = useState<Partial<Record<RunFigure, string>>>({});
  const textOf = ({ figure, given }: Total) => typed[figure] ?? given ?? '';
  const give = () =>
    onGive(
      totals.flatMap((total) => {
        const amount = textOf(total).replaceAll(/[$,\s]/g, '');
        return /^\d{1,13}(\.\d{1,2})?$/.test(amount) ? [{ figure: total.figure, amount }] : [];
      }),
    );
  return (
    <HeadedCard
      title="Control totals"
      about={!isThrough ? 'Type those of your own system; the import is off until they agree' : undefined}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          give();
        }}
      >
        <div className={classes['totals']}>
          {totals.map((total) => (
            <div key={total.figure} className={classes['total']}>
              <span className={classes['quiet']}>{FIGURE_NAMES[total.figure]}</span>
              <b className={classes['figure']}>{shown(total.figure, total.computed)}</b>
              {isThrough ? (
                isSame(total) && <span className={classes['quiet']}>As in your system</span>
              ) : (
                <TextInput
                  {...fieldLook}
                  label={`${FIGURE_NAMES[total.figure]} of your system`}
                  inputMode="decimal"
                  disabled={!isOpen}
                  value={textOf(total)}
                  rightSection={isSame(total) ? <IconCheck size={16} aria-label="agrees" /> : null}
                  error={total.given !== null && !isSame(total) ? 'differs' : null}
                  onChange={({ currentTarget }) =>
                    setTyped({ ...typed, [total.figure]: currentTarget.value })
                  }
                />
              )}
            </div>
          ))}
        </div>
        {isOpen && (
          <div className={parts['foot']}>
            <Button type="submit" variant="default">
              Compare
            </Button>
          </div>
        )}
      </form>
    </HeadedCard>
  );
}
