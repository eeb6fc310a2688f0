/** The page as the server sent it, until the app replaces it. Null where the server sent the empty page. */
const prerendered = document.getElementById('prerendered');

export const isPrerendered = prerendered !== null;

/** Resolves once the prerendered page can be seen. A hidden window paints nothing, so it is not waited for. */
export const afterFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** Requests the files that the page lists for after its first paint, all at once. */
export function fetchChunks(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="after-paint"]'))
    link.rel = link.as === 'style' ? 'preload' : 'modulepreload';
}

const CONTROLS = 'input, button, a[href]';

/**
 * Called when the app's own page is rendered beside the prerendered one, before anybody sees both. Carries over what has been typed,
 * the focus and the button that was pressed, then removes the prerendered page.
 */
export function takeOver(root: HTMLElement): void {
  if (!prerendered?.isConnected) return;
  const controls = [...root.querySelectorAll<HTMLElement>(CONTROLS)];
  // The same page has the same controls in the same order. The app may have opened another page, which has others.
  const successorOf = (old: Element, index: number) => {
    const found = controls[index];
    return found && found.tagName === old.tagName && nameOf(found) === nameOf(old) ? found : null;
  };
  let pressed: HTMLElement | null = null;
  for (const [index, old] of [...prerendered.querySelectorAll<HTMLElement>(CONTROLS)].entries()) {
    const successor = successorOf(old, index);
    if (!successor) continue;
    if (old instanceof HTMLInputElement && successor instanceof HTMLInputElement) carryOver(old, successor);
    // The keyboard of a phone stays open if the focus never leaves a field.
    if (old === document.activeElement) moveFocus(old, successor);
    if ('pressed' in old.dataset) pressed = successor;
  }
  prerendered.remove();
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
