/** The syndicate whose portal somebody of the staff looks at in this tab, with its name. */
export interface LookingAs {
  /** The funder that the person works for, who may invest with another one. */
  readonly tenantId: string;
  readonly syndicateId: string;
  readonly name: string;
}

const KEY = 'portal.looking-as';

/** Null in every tab but the one in which staff opened an investor's portal. The server decides whether they may. */
export function lookingAs(): LookingAs | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as LookingAs | null;
  } catch {
    return null;
  }
}

export const startLooking = (as: LookingAs): void => window.sessionStorage.setItem(KEY, JSON.stringify(as));

export const stopLooking = (): void => window.sessionStorage.removeItem(KEY);
