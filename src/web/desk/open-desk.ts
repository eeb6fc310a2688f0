import { showApp } from '../app/show-app.tsx';
import { deskRouter, watchSession } from './desk-router.tsx';

/** Opens the desk of the funder's own staff. */
export function open(root: HTMLElement): Promise<void> {
  watchSession();
  return showApp(root, deskRouter);
}
