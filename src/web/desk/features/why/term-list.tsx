import { figureWords } from '../../../../shared/domain/why-figures.ts';
import { DeskLink } from '../../desk-link.tsx';
import { FigureValue } from './figure-value.tsx';
import type { Term } from './why.api.ts';
import classes from './why.module.css';
import { changed, searchOf, type WhyChoice } from './why-choice.ts';

const SIGNS = { plus: 'plus', minus: 'less', over: 'divided by' } as const;

interface TermListProps {
  terms: readonly Term[];
  choice: WhyChoice;
}

/** The figures that a figure is made of. Each leads to what it is made of itself. */
export const TermList = ({ terms, choice }: TermListProps) => (
  <dl className={classes['terms']} aria-label="Made of">
    {terms.map((term, place) => (
      <div key={`${term.sign} ${term.figure ?? term.label}`}>
        <dt>
          <span className={classes['sign']}>
            {place === 0 && term.sign === 'plus' ? '' : SIGNS[term.sign]}
          </span>
          {term.figure === null ? (
            term.label
          ) : (
            <DeskLink page="why" search={searchOf(changed(choice, { figure: term.figure }))}>
              {figureWords(term.figure).label}
            </DeskLink>
          )}
        </dt>
        <dd>
          <FigureValue figure={term.figure} value={term} />
        </dd>
      </div>
    ))}
  </dl>
);
