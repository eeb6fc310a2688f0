import { showApp } from '../app/show-app.tsx';
import { tellMomentsIn } from '../lib/moment.ts';
import { deskRouter, watchSession } from './desk-router.tsx';
import { TIME_ZONE } from './ui/times.ts';

/** Opens the desk of the funder's own staff. */
export function open(root: HTMLElement): Promise<void> {
  tellMomentsIn(TIME_ZONE);
  watchSession();
  return showApp(root, deskRouter);
}
