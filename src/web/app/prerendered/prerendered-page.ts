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

const CONTROLS = 'input, select, textarea, button, a[href]';

/**
 * Called when the app's own page is rendered beside the prerendered one, before anybody sees both. Carries over what has been typed,
 * the focus and the button that was pressed, then removes the prerendered page.
 */
export function takeOver(root: HTMLElement): void {
  if (!prerendered?.isConnected) return;
  const successors = byName(root);
  let pressed: HTMLElement | null = null;
  for (const [name, old] of byName(prerendered)) {
    const successor = successors.get(name);
    if (!successor) continue;
    if (old instanceof HTMLInputElement && successor instanceof HTMLInputElement) carryOver(old, successor);
    if (old instanceof HTMLTextAreaElement && old.value !== old.defaultValue)
      enter(HTMLTextAreaElement.prototype, successor, old.value, 'input');
    if (old instanceof HTMLSelectElement && isChosen(old))
      enter(HTMLSelectElement.prototype, successor, old.value, 'change');
    // The keyboard of a phone stays open if the focus never leaves a field.
    if (old === document.activeElement) moveFocus(old, successor);
    if ('pressed' in old.dataset) pressed = successor;
  }
  prerendered.remove();
  // In a task of its own, when the app knows what was carried over.
  setTimeout(() => pressed?.click());
}

/** The controls of a page. The app may have opened another page, or show something else in place of some, so each is found by its name. */
function byName(page: HTMLElement): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  for (const control of page.querySelectorAll<HTMLElement>(CONTROLS)) {
    const words = control.getAttribute('aria-label') ?? labelOf(control) ?? control.textContent;
    const name = [control.tagName, control.getAttribute('type'), control.getAttribute('name'), words].join(
      ' ',
    );
    let count = 1;
    while (found.has(`${name} ${count}`)) count += 1;
    found.set(`${name} ${count}`, control);
  }
  return found;
}

const labelOf = (control: HTMLElement): string | null | undefined =>
  control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    ? control.labels?.[0]?.textContent
    : null;

/** Only what somebody has changed: the app may know better what was there before, such as a draft. */
function carryOver(old: HTMLInputElement, successor: HTMLInputElement): void {
  if (old.checked !== old.defaultChecked && old.checked !== successor.checked) successor.click();
  if (old.type === 'file') chooseFilesAgain(old, successor);
  else if (old.type !== 'checkbox' && old.value !== old.defaultValue)
    enter(HTMLInputElement.prototype, successor, old.value, 'input');
}

const isChosen = ({ options }: HTMLSelectElement): boolean =>
  [...options].some((option) => option.selected !== option.defaultSelected);

function chooseFilesAgain(old: HTMLInputElement, successor: HTMLInputElement): void {
  if (!old.files || old.files.length === 0) return;
  successor.files = old.files;
  successor.dispatchEvent(new Event('change', { bubbles: true }));
}

/** React overrides the property of its own elements to know what it has set itself, so the one of all elements is used. */
function enter(prototype: object, control: HTMLElement, value: string, event: 'input' | 'change'): void {
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(event, { bubbles: true }));
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function moveFocus(old: HTMLElement, successor: HTMLElement): void {
  successor.focus({ preventScroll: true });
  // A slider or a file has no cursor.
  if (hasCursor(old) && hasCursor(successor))
    successor.setSelectionRange(old.selectionStart, old.selectionEnd);
}

const hasCursor = (control: HTMLElement): control is Field =>
  (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
  control.selectionStart !== null;
