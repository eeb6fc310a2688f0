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

const CONTROLS = 'input, select, button, a[href]';

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
    if (old instanceof HTMLSelectElement && successor instanceof HTMLSelectElement)
      chooseAgain(old, successor);
    // The keyboard of a phone stays open if the focus never leaves a field.
    if (old === document.activeElement) moveFocus(old, successor);
    if ('pressed' in old.dataset) pressed = successor;
  }
  prerendered.remove();
  pressed?.click();
}

const nameOf = (control: Element) => control.getAttribute('name');

/** Only what somebody has changed: the app may know better what was there before, such as a draft. */
function carryOver(old: HTMLInputElement, successor: HTMLInputElement): void {
  if (old.checked !== old.defaultChecked && old.checked !== successor.checked) successor.click();
  if (old.type === 'checkbox') return;
  if (old.type === 'file') return void chooseFilesAgain(old, successor);
  if (old.value === old.defaultValue) return;
  setValue(HTMLInputElement.prototype, successor, old.value);
  successor.dispatchEvent(new Event('input', { bubbles: true }));
}

function chooseAgain(old: HTMLSelectElement, successor: HTMLSelectElement): void {
  if ([...old.options].every((option) => option.selected === option.defaultSelected)) return;
  setValue(HTMLSelectElement.prototype, successor, old.value);
  successor.dispatchEvent(new Event('change', { bubbles: true }));
}

function chooseFilesAgain(old: HTMLInputElement, successor: HTMLInputElement): void {
  if (!old.files || old.files.length === 0) return;
  successor.files = old.files;
  successor.dispatchEvent(new Event('change', { bubbles: true }));
}

/** React overrides the property of its own elements to know what it has set itself, so the one of all elements is used. */
const setValue = (prototype: object, element: HTMLElement, value: string): void =>
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);

function moveFocus(old: HTMLElement, successor: HTMLElement): void {
  successor.focus({ preventScroll: true });
  if (!(old instanceof HTMLInputElement) || !(successor instanceof HTMLInputElement)) return;
  if (old.type !== 'checkbox') successor.setSelectionRange(old.selectionStart, old.selectionEnd);
}
