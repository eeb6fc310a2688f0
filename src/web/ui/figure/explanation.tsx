import type { ReactNode } from 'react';
import classes from './explanation.module.css';

export interface Term {
  /** How the term enters the sum; none for the first. */
  sign?: '+' | '−' | '÷' | '=';
  name: string;
  value: ReactNode;
}

interface ExplanationProps {
  /** What the figure is. */
  meaning: string;
  /** How it comes about, in words. */
  formula: string;
  /** The figures that go into it, and the result as the last. */
  terms?: readonly Term[];
  /** What a reader could stumble over. */
  notes?: readonly string[];
}

export function Explanation({ meaning, formula, terms = [], notes = [] }: ExplanationProps) {
  return (
    <div className={classes['explanation']}>
      <p>{meaning}</p>
      <p className={classes['formula']}>{formula}</p>
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
