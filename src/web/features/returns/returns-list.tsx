import { SCENARIOS } from '../../../shared/domain/returns.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { ChoiceSwitch } from '../../ui/form/choice-switch.tsx';
import { FigureButton } from './return-figure.tsx';
import { type ChosenFigure, FIGURE_NAMES, figuresOf, SCENARIO_NAMES, SHORT_NAMES } from './return-figures.ts';
import type { Returns } from './returns.api.ts';
import classes from './returns-card.module.css';

interface ReturnsListProps {
  returns: Returns;
  /** The end value that is shown. */
  shown: ChosenFigure['scenario'];
  onShow: (scenario: ChosenFigure['scenario']) => void;
  chosen: ChosenFigure | null;
  onChoose: (chosen: ChosenFigure) => void;
}

/** On a phone: one end value at a time. */
export function ReturnsList({ returns, shown, onShow, chosen, onChoose }: ReturnsListProps) {
  const scenario = returns.scenarios.find((each) => each.scenario === shown);
  if (!scenario) return null;
  const rows = figuresOf(returns).filter((name) => name !== 'total');
  const figure = { returns, scenario, chosen, onChoose };
  return (
    <div className={classes['narrow']}>
      <ChoiceSwitch
        legend="What is still expected"
        values={SCENARIOS}
        names={SHORT_NAMES}
        chosen={shown}
        onChoose={onShow}
        isWide
      />
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
