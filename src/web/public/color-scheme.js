// Runs before the first paint, so that a dark page never flashes light. The key is the one in lib/kept-in-browser.ts.
(() => {
  let kept = null;
  try {
    // biome-ignore lint/style/noRestrictedGlobals: nothing can be imported here, this runs before the app.
    kept = localStorage.getItem('portal.color-scheme');
  } catch {
    // Storage may be forbidden; then the system's choice counts.
  }
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
})();
