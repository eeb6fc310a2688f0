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

  // The figures that a page arrives with are not shown before the app has decided: to nobody when whoever was here has been away for as
  // long as session/activity.ts allows, and not of the user's own syndicate when a manager looked at another one last.
  const away = Date.now() - Number(kept('portal.last-activity') ?? Number.NaN);
  const idleLimit = Number(kept('portal.idle-seconds') ?? 540) * 1000 - 90_000;
  const isElsewhere =
    kept('portal.switched-syndicate-id') !== null && !new URLSearchParams(location.search).has('syndicate');
  const followsSwitch = ['/dashboard', '/cash', '/documents'].includes(location.pathname);
  if (away >= idleLimit || (isElsewhere && followsSwitch)) document.documentElement.dataset.appDecides = '';

  // A page that the browser restores from its back/forward cache may show data of a session that has ended. It is hidden when it is put
  // there, so that nothing of it is seen before it is loaded again.
  addEventListener('pagehide', ({ persisted }) => {
    document.documentElement.hidden = persisted;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });

  // A button pressed on the prerendered page is remembered for the app: see app/prerendered/prerendered-page.ts.
  document.addEventListener('click', (event) => {
    const button = event.target.closest('#prerendered button');
    if (!button) return;
    event.preventDefault();
    // What binds somebody is pressed when the app shows what it is about.
    if ('needsApp' in button.dataset) return;
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
