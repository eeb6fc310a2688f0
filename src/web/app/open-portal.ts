import { router, watchSession } from './router.tsx';
import { showApp } from './show-app.tsx';

/** Opens the portal of investors and brokers. */
export function open(root: HTMLElement): Promise<void> {
  watchSession();
  return showApp(root, router);
}
