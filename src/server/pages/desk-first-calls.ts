import { deskContract } from '../../shared/contract/desk.ts';
import { deskBoardContract } from '../../shared/contract/desk-board.ts';
import { deskPageAt } from '../../shared/desk-page-at.ts';
import type { DeskPageName } from '../../shared/desk-pages.ts';
import type { Ask } from '../access/page-answers.ts';
import type { FirstCalls } from './first-calls.ts';

/** What a page of the desk asks first, after who is signed in there. Those that are not listed are not rendered by the server. */
const OF_PAGE: { readonly [Name in DeskPageName]?: (ask: Ask) => Promise<boolean> } = {
  async board(ask) {
    await ask(deskBoardContract.board, {});
    return true;
  },
};

/** The calls of the page of the desk at this path. */
export function firstCallsAtDesk(pathname: string): FirstCalls | undefined {
  const page = deskPageAt(pathname);
  if (!page) return undefined;
  return async (ask) => {
    await ask(deskContract.deskUser, {});
    return (await OF_PAGE[page]?.(ask)) ?? false;
  };
}
