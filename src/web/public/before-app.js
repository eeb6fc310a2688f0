// Runs before the first paint and before the app, which cannot be imported here.
(() => {
  const scheme = kept('portal.color-scheme');
  const isDark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // Set early, so that a dark page does not flash white.
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  // A user who may be remembered sees either the masked e-mail or an empty field, and never one replaced by the other.
  const hasName = new URLSearchParams(location.search).has('user_email');
  if (!hasName && kept('portal.may-be-remembered') !== null)
    document.documentElement.dataset.mayBeRemembered = '';

  // A button pressed on the prerendered page is remembered for the app: see app/prerendered/prerendered-page.ts.
  document.addEventListener('click', (event) => {
    const button = event.target.closest('#prerendered button');
    if (!button) return;
    event.preventDefault();
    document.querySelector('#prerendered [data-pressed]')?.removeAttribute('data-pressed');
    button.dataset.pressed = '';
  });

  function kept(key) {
    try {
      // biome-ignore lint/style/noRestrictedGlobals: the keys are those in lib/kept-in-browser.ts.
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden; then the system's setting counts.
      return null;
    }
  }
})();
