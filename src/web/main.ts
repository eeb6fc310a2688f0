import { fetchParts, isPainted, whenPaintIsSeen } from './app/painted/painted-page.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function start(place: HTMLElement): Promise<void> {
  if (isPainted) {
    await whenPaintIsSeen();
    fetchParts();
  }
  // They are all on their way already. Run one after the other, each in a task of its own, they never hold up whoever types
  // for long.
  await import('react-dom/client');
  await nextTask();
  await import('./app/theme.ts');
  await nextTask();
  const { showApp } = await import('./app/show-app.tsx');
  await nextTask();
  await showApp(place);
}

// Not awaited here: the parts import from this file, and would wait for it to end.
void start(root);
