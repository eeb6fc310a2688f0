import { FigureButton } from './return-figure.tsx';
import { type ChosenFigure, FIGURE_NAMES, figuresOf, SCENARIO_NAMES } from './return-figures.ts';
import type { Returns } from './returns.api.ts';
import classes from './returns-card.module.css';

interface ReturnsTableProps {
  returns: Returns;
  chosen: ChosenFigure | null;
  onChoose: (chosen: ChosenFigure) => void;
}

/** The three end values side by side. */
export function ReturnsTable({ returns, chosen, onChoose }: ReturnsTableProps) {
  return (
    <table className={classes['table']} aria-label="Returns">
      <thead>
        <tr>
          <td />
          {returns.scenarios.map(({ scenario }) => (
            <th key={scenario} scope="col">
              {SCENARIO_NAMES[scenario]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figuresOf(returns).map((figure) => (
          <tr key={figure} data-figure={figure}>
            <th scope="row">
              {FIGURE_NAMES[figure]}
              {figure === 'total' && <span className={classes['note']}>paid + still to come</span>}
            </th>
            {returns.scenarios.map((scenario) => (
              <td key={scenario.scenario}>
                <FigureButton {...{ returns, scenario, figure, chosen, onChoose }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
