/**
 * Marks a browser test that CI leaves out, because everything in Chromium takes longer than a change should wait: another size of window,
 * the keyboard after the pointer, a part that fails or is empty, very long names. `npm run e2e` runs them with all others, and each
 * requirement has a test that CI runs.
 */
export const FULL_RUN = { tag: '@full-run' };

/** For tests of the same over several cases, of which CI runs some. */
export const fullRunUnless = (isInCi: boolean) => (isInCi ? {} : FULL_RUN);
