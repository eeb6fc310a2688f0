import {
  type ChosenFigure,
  FIGURE_NAMES,
  type FigureName,
  SHORT_NAMES,
  shownFigure,
} from './return-figures.ts';
import type { Returns, ScenarioReturns } from './returns.api.ts';
import classes from './returns-card.module.css';

export interface FigureButtonProps {
  returns: Returns;
  scenario: ScenarioReturns;
  figure: FigureName;
  chosen: ChosenFigure | null;
  onChoose: (chosen: ChosenFigure) => void;
}

/** A figure that opens to what it is made of. */
export function FigureButton({ returns, scenario, figure, chosen, onChoose }: FigureButtonProps) {
  const { text, note } = shownFigure(returns, scenario, figure);
  const isChosen = chosen?.figure === figure && chosen.scenario === scenario.scenario;
  return (
    <>
      <button
        type="button"
        className={classes['figure']}
        data-figure={figure}
        data-chosen={isChosen || undefined}
        aria-expanded={isChosen}
        aria-label={`${text}: where from, ${FIGURE_NAMES[figure]}, ${SHORT_NAMES[scenario.scenario]}`}
        onClick={() => onChoose({ figure, scenario: scenario.scenario })}
      >
        {text}
      </button>
      {note && <span className={classes['note']}>{note}</span>}
    </>
  );
}
