import { useState } from 'react';
import type { CashFlow } from '../../../shared/domain/yearly-rate.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Card } from '../../ui/page/card.tsx';
import { type ChosenFigure, FIGURE_NAMES, SHORT_NAMES } from './return-figures.ts';
import type { Returns } from './returns.api.ts';
import classes from './returns-card.module.css';
import { ReturnsList } from './returns-list.tsx';
import { WhereFrom } from './where-from.tsx';

interface DealReturnsProps {
  /** Null where there is nothing to measure. */
  returns: Returns | null;
  flows: readonly CashFlow[];
}

/** What one deal has returned on its cost. */
export function DealReturns({ returns, flows }: DealReturnsProps) {
  const [shown, setShown] = useState<ChosenFigure['scenario']>('adjusted');
  const [chosen, setChosen] = useState<ChosenFigure | null>(null);
  const scenario = returns?.scenarios.find((each) => each.scenario === chosen?.scenario);
  return (
    <Card title="Return on this deal" lead="after fees">
      {returns ? (
        <div className={classes['inCard']}>
          <ReturnsList
            returns={returns}
            shown={shown}
            onShow={setShown}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
      ) : (
        <p className={classes['about']}>
          Nothing to measure: this deal was cancelled before it paid anything.
        </p>
      )}
      {returns && chosen && scenario && (
        <Dialog
          title={`Where from: ${FIGURE_NAMES[chosen.figure]}, ${SHORT_NAMES[chosen.scenario].toLowerCase()}`}
          onClose={() => setChosen(null)}
          isSheet
        >
          <div className={classes['sheet']}>
            <WhereFrom returns={returns} scenario={scenario} figure={chosen.figure} flows={flows} />
          </div>
        </Dialog>
      )}
    </Card>
  );
}
