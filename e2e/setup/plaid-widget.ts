import type { Page } from '@playwright/test';

export const WIDGET_SCRIPT = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

/** What the provider's script does for a page, as far as its documentation tells: a window with a way to finish and one to leave. */
const SCRIPT = `
  window.Plaid = {
    create: ({ token, onSuccess, onExit, onLoad }) => {
      let dialog = null;
      const close = () => { dialog?.remove(); dialog = null; };
      const button = (text, onClick) => {
        const element = document.createElement('button');
        element.textContent = text;
        element.onclick = () => { close(); onClick(); };
        return element;
      };
      setTimeout(() => onLoad?.(), 50);
      return {
        open: () => {
          close();
          dialog = document.createElement('div');
          dialog.setAttribute('role', 'dialog');
          dialog.setAttribute('aria-label', 'Bank widget');
          dialog.dataset.token = token;
          dialog.append(
            button('Finish', () => onSuccess(window.publicToken ?? 'public-' + crypto.randomUUID(), {})),
            button('Leave', () => onExit(null, {})),
            button('Fail', () => onExit({ error_code: 'INSTITUTION_DOWN' }, {})),
          );
          document.body.append(dialog);
        },
        exit: (_options, callback) => { close(); callback?.(); },
        destroy: close,
        submit: () => undefined,
      };
    },
  };`;

/** Answers the address of the widget's script, which no test may fetch from elsewhere. */
export const serveWidget = (page: Page) =>
  page.route(WIDGET_SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPT }));
