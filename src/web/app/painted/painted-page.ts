/** The page as the server sent it, until the app is there. Null where it came empty. */
const painted = document.getElementById('painted');

export const isPainted = painted !== null;

/** Once what was painted can be seen. A window that is not looked at paints nothing, and is not waited for. */
export const whenPaintIsSeen = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** Asks for the files that the page names for after its paint, all at once. */
export function fetchParts(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="after-paint"]'))
    link.rel = link.as === 'style' ? 'preload' : 'modulepreload';
}

const CONTROLS = 'input, button, a[href]';

/**
 * Called when the app's own page stands beside the painted one, and before anybody sees both: what has been typed, where the
 * cursor is and what was pressed goes over, and the painted page away.
 */
export function takeOver(root: HTMLElement): void {
  if (!painted?.isConnected) return;
  const controls = [...root.querySelectorAll<HTMLElement>(CONTROLS)];
  // The same page, so the same controls in the same order. Where it turned out to be another, they are not.
  const successorOf = (old: Element, index: number) => {
    const found = controls[index];
    return found && found.tagName === old.tagName && nameOf(found) === nameOf(old) ? found : null;
  };
  let pressed: HTMLElement | null = null;
  for (const [index, old] of [...painted.querySelectorAll<HTMLElement>(CONTROLS)].entries()) {
    const successor = successorOf(old, index);
    if (!successor) continue;
    if (old instanceof HTMLInputElement && successor instanceof HTMLInputElement) carryOver(old, successor);
    // The keyboard of a phone stays open if the focus never leaves a field.
    if (old === document.activeElement) moveFocus(old, successor);
    if ('pressed' in old.dataset) pressed = successor;
  }
  painted.remove();
  pressed?.click();
}

const nameOf = (control: Element) => control.getAttribute('name');

function carryOver(old: HTMLInputElement, successor: HTMLInputElement): void {
  if (old.checked !== successor.checked) successor.click();
  if (old.type !== 'checkbox' && old.value !== '') successor.value = old.value;
}

function moveFocus(old: HTMLElement, successor: HTMLElement): void {
  successor.focus({ preventScroll: true });
  if (!(old instanceof HTMLInputElement) || !(successor instanceof HTMLInputElement)) return;
  if (old.type !== 'checkbox') successor.setSelectionRange(old.selectionStart, old.selectionEnd);
}
