import { SCENARIOS } from '../../../shared/domain/returns.ts';
import { useInsightsChoice, useInsightsSearch } from '../../addresses/use-insights-choice.ts';
import { type ChosenFigure, FIGURES } from './return-figures.ts';

const NONE = 'none';

/** The end value that is looked at, on a phone the only one. */
export const useEndValue = () => useInsightsChoice('endValue', SCENARIOS, 'adjusted');

/** The figure that says where it is from. The one that was chosen last stays chosen; on a phone the panel would cover the page, so none is at first. */
export function useChosenFigure(
  isNarrow: boolean,
): [ChosenFigure | null, (chosen: ChosenFigure | null) => void] {
  const usual = isNarrow ? NONE : 'rvpi';
  const [figure] = useInsightsChoice('figure', [...FIGURES, NONE], usual);
  const [scenario] = useEndValue();
  const [, change] = useInsightsSearch();
  const choose = (chosen: ChosenFigure | null) => {
    const name = chosen?.figure ?? NONE;
    const endValue = chosen?.scenario ?? scenario;
    change({
      figure: name === usual ? undefined : name,
      endValue: endValue === 'adjusted' ? undefined : endValue,
    });
  };
  return [figure === NONE ? null : { figure, scenario }, choose];
}
