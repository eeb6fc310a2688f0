import { createContext, use } from 'react';

export interface ViewedSyndicate {
  readonly id: bigint;
  readonly name: string;
}

export interface SyndicateChoice {
  readonly viewed: ViewedSyndicate;
  readonly own: ViewedSyndicate;
  readonly canSwitch: boolean;
  readonly choose: (id: bigint) => void;
}

export const SyndicateChoiceContext = createContext<SyndicateChoice | null>(null);

export function useSyndicateChoice(): SyndicateChoice {
  const choice = use(SyndicateChoiceContext);
  if (!choice) throw new Error('A portfolio is shown within a SyndicateChoiceProvider.');
  return choice;
}

/** Whose portfolio is shown: the user's own, or the one that a manager has switched to. */
export const useViewedSyndicate = (): ViewedSyndicate => useSyndicateChoice().viewed;
