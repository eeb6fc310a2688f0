import { useId, useState } from 'react';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { FigureButton } from './return-figure.tsx';
import { type ChosenFigure, FIGURE_NAMES, figuresOf, SCENARIO_NAMES, SHORT_NAMES } from './return-figures.ts';
import type { Returns } from './returns.api.ts';
import classes from './returns-card.module.css';

interface ReturnsListProps {
  returns: Returns;
  chosen: ChosenFigure | null;
  onChoose: (chosen: ChosenFigure) => void;
}

/** On a phone: one end value at a time. */
export function ReturnsList({ returns, chosen, onChoose }: ReturnsListProps) {
  const group = useId();
  const [shown, setShown] = useState<ChosenFigure['scenario']>('adjusted');
  const scenario = returns.scenarios.find((each) => each.scenario === shown);
  if (!scenario) return null;
  const rows = figuresOf(returns).filter((name) => name !== 'total');
  const figure = { returns, scenario, chosen, onChoose };
  return (
    <div className={classes['narrow']}>
      <fieldset className={classes['choices']}>
        <legend className={visuallyHidden}>What is still expected</legend>
        {returns.scenarios.map(({ scenario: name }) => (
          <label key={name} className={classes['choice']}>
            <input type="radio" name={group} checked={name === shown} onChange={() => setShown(name)} />
            <span>{SHORT_NAMES[name]}</span>
          </label>
        ))}
      </fieldset>
      <p className={classes['about']}>Total value. {SCENARIO_NAMES[shown]}</p>
      <p className={classes['headline']}>
        <FigureButton {...figure} figure="total" />
      </p>
      <dl className={classes['rows']}>
        <div>
          <dt>Cost</dt>
          <dd>
            <MoneyText amount={returns.cost} />
          </dd>
        </div>
        {rows.map((name) => (
          <div key={name}>
            <dt>{FIGURE_NAMES[name]}</dt>
            <dd>
              <FigureButton {...figure} figure={name} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
