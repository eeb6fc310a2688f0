import './lib/trusted-html.ts';
import { afterFirstPaint, fetchChunks, isPrerendered } from './app/prerendered/prerendered-page.ts';
import { isAtDesk } from './lib/at-desk.ts';
import { watchFailures } from './lib/browser-failures.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

watchFailures();

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function start(place: HTMLElement): Promise<void> {
  if (isPrerendered) {
    await afterFirstPaint();
    fetchChunks();
  }
  // All files have been requested already. Each runs in a task of its own, so that none of them blocks typing for long.
  await import('react-dom/client');
  await nextTask();
  await import('./app/theme.ts');
  await nextTask();
  const { open } = await (isAtDesk ? import('./desk/open-desk.ts') : import('./app/open-portal.ts'));
  await nextTask();
  await open(place);
}

// Not awaited here: the other chunks import from this file, and would wait for it to end.
void start(root);
