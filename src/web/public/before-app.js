// Runs before the first paint and before the app, which cannot be imported here.
(() => {
  const kept = keptScheme();
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // A dark page never flashes light.
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  // What is pressed on the painted page waits for the app: see app/painted-page.ts.
  document.addEventListener('click', (event) => {
    const button = event.target.closest('#painted button');
    if (!button) return;
    event.preventDefault();
    document.querySelector('#painted [data-pressed]')?.removeAttribute('data-pressed');
    button.dataset.pressed = '';
  });

  function keptScheme() {
    try {
      // biome-ignore lint/style/noRestrictedGlobals: the key is the one in lib/kept-in-browser.ts.
      return localStorage.getItem('portal.color-scheme');
    } catch {
      // Storage may be forbidden; then the system's choice counts.
      return null;
    }
  }
})();
