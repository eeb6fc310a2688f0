import type { Page } from '@playwright/test';

export const WIDGET_SCRIPT = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

/** A stand-in for the provider's script, written from its documentation: a window with a button to finish and one to leave. */
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

/** Serves the widget's script, which no test may fetch from the provider. */
export const serveWidget = (page: Page) =>
  page.route(WIDGET_SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPT }));
