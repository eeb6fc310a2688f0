// Runs before the first paint and before the app, which cannot be imported here.
(() => {
  const scheme = kept('portal.color-scheme');
  const isDark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // A dark page never flashes light.
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  // Whoever may be remembered here is shown the masked e-mail or an empty field, and never first the one and then the other.
  const hasName = new URLSearchParams(location.search).has('user_email');
  if (!hasName && kept('portal.may-be-remembered') !== null)
    document.documentElement.dataset.mayBeRemembered = '';

  // What is pressed on the prerendered page waits for the app: see app/prerendered/prerendered-page.ts.
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
      // Storage may be forbidden; then the system's choice counts.
      return null;
    }
  }
})();
