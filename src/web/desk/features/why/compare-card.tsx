import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  type DealFigure,
  figureWords,
  isOfDeals,
  isWhyFigure,
} from '../../../../shared/domain/why-figures.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { useAction } from '../../../ui/use-action.ts';
import parts from '../../ui/page-parts.module.css';
import { ComparisonResult } from './comparison-result.tsx';
import { FigureOptions } from './figure-value.tsx';
import { type Asked, type Comparison, comparePasted } from './why.api.ts';
import classes from './why.module.css';
import { useChoose, type WhyChoice } from './why-choice.ts';

interface CompareCardProps {
  choice: WhyChoice;
  asked: Asked;
}

/** Takes a column pair of somebody else's spreadsheet, and shows only where it differs from ours. */
export function CompareCard({ choice, asked }: CompareCardProps) {
  const choose = useChoose(choice);
  const [pasted, setPasted] = useState('');
  const [result, setResult] = useState<{ figure: DealFigure; answer: Comparison } | null>(null);
  const { isPending, failure, run } = useAction(messageOf);
  const figure: DealFigure = isOfDeals(choice.figure) ? choice.figure : 'net-balance';
  const compare = (event: FormEvent) => {
    event.preventDefault();
    if (pasted.trim() === '') return;
    void run(async () => setResult({ figure, answer: await comparePasted(asked, figure, pasted) }));
  };
  return (
    <HeadedCard title="Compare with a spreadsheet" about="MID and amount, up to 50,000 lines">
      <form className={classes['form']} onSubmit={compare}>
        <label className={parts['select']}>
          Compared with
          <select
            value={figure}
            onChange={({ target: { value } }) =>
              isWhyFigure(value) && choose({ figure: value }, { replace: true })
            }
          >
            <FigureOptions of={isOfDeals} />
          </select>
        </label>
        <label className={classes['paste']}>
          Pasted columns
          <textarea
            value={pasted}
            spellCheck={false}
            placeholder={'HC10269\t$1,234.50'}
            onChange={({ target }) => setPasted(target.value)}
          />
        </label>
        <p className={classes['about']}>
          Tabs, commas or semicolons, with or without a header. What you paste is compared and not kept, and
          it is not in the address: a colleague who opens your link has to paste it as well.
        </p>
        <FormAlert message={failure} />
        <div>
          <Button type="submit" loading={isPending} disabled={pasted.trim() === ''}>
            Compare
          </Button>
        </div>
      </form>
      {result && (
        <ComparisonResult label={figureWords(result.figure).label} answer={result.answer} choice={choice} />
      )}
    </HeadedCard>
  );
}
