import { SCENARIOS } from '../../../shared/domain/returns.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { ChoiceSwitch } from '../../ui/form/choice-switch.tsx';
import { FigureButton } from './return-figure.tsx';
import { type ChosenFigure, FIGURE_NAMES, SCENARIO_NAMES, SHORT_NAMES } from './return-figures.ts';
import type { Returns } from './returns.api.ts';
import classes from './returns-card.module.css';
import { useEndValue } from './use-chosen-figure.ts';

interface ReturnsListProps {
  returns: Returns;
  chosen: ChosenFigure | null;
  onChoose: (chosen: ChosenFigure) => void;
}

const ROWS = ['tvpi', 'dpi', 'rvpi', 'rate'] as const;

/** On a phone: one end value at a time. */
export function ReturnsList({ returns, chosen, onChoose }: ReturnsListProps) {
  const [shown, setShown] = useEndValue();
  const scenario = returns.scenarios.find((each) => each.scenario === shown);
  if (!scenario) return null;
  const figure = { returns, scenario, chosen, onChoose };
  return (
    <div className={classes['narrow']}>
      <ChoiceSwitch
        legend="What is still expected"
        values={SCENARIOS}
        names={SHORT_NAMES}
        chosen={shown}
        onChoose={setShown}
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
        {ROWS.map((name) => (
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
