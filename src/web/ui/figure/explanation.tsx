import type { ReactNode } from 'react';
import classes from './explanation.module.css';

export interface Term {
  /** The sign of the term in the sum; the first has none. */
  sign?: '+' | '−' | '÷' | '=';
  name: string;
  value: ReactNode;
}

interface ExplanationProps {
  /** Says what the figure is. */
  meaning: string;
  /** The formula in words; absent where the meaning is it. */
  formula?: string;
  /** The terms of the sum, with the result as the last. */
  terms?: readonly Term[];
  /** A note on what a reader could misunderstand. */
  notes?: readonly string[];
}

export function Explanation({ meaning, formula, terms = [], notes = [] }: ExplanationProps) {
  return (
    <div className={classes['explanation']}>
      <p>{meaning}</p>
      {formula && <p className={classes['formula']}>{formula}</p>}
      {terms.length > 0 && (
        <dl className={classes['terms']}>
          {terms.map(({ sign, name, value }) => (
            <div key={`${sign}${name}`} className={classes['term']} data-result={sign === '=' || undefined}>
              <dt>
                {terms.length > 1 && <span className={classes['sign']}>{sign}</span>}
                {name}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {notes.map((note) => (
        <p key={note} className={classes['formula']}>
          {note}
        </p>
      ))}
    </div>
  );
}
