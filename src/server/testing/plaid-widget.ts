/**
 * A stand-in for the provider's script, written from its documentation: a window with a button to finish, one to leave and one that
 * fails. A page may choose the public token.
 */
export const WIDGET_SCRIPT = `
  window.Plaid = {
    create: ({ token, onSuccess, onExit, onLoad }) => {
      let dialog = null;
      const close = () => { dialog?.remove(); dialog = null; };
      const styled = (name, style, text = '') =>
        Object.assign(document.createElement(name), { textContent: text, style });
      const button = (text, onClick) =>
        Object.assign(styled('button', 'display: block; width: 100%; min-height: 44px; margin-top: 8px; font: inherit', text), {
          onclick: () => { close(); onClick(); },
        });
      setTimeout(() => onLoad?.(), 50);
      return {
        open: () => {
          close();
          dialog = styled('div', 'position: fixed; inset: 0; display: grid; place-items: center; background: #0008; z-index: 1000');
          dialog.setAttribute('role', 'dialog');
          dialog.setAttribute('aria-label', 'Bank widget');
          dialog.dataset.token = token;
          const card = styled('div', 'width: min(360px, 90vw); padding: 24px; border-radius: 10px; background: #fff; color: #111; font: 15px/22px sans-serif');
          card.append(
            styled('p', 'margin: 0 0 8px; font-weight: 600', 'First Loopback Bank'),
            styled('p', 'margin: 0 0 16px', 'This window stands in for Plaid. No real bank is asked.'),
            button('Finish', () => onSuccess(window.publicToken ?? 'public-' + crypto.randomUUID(), {})),
            button('Leave', () => onExit(null, {})),
            button('Fail', () => onExit({ error_code: 'INSTITUTION_DOWN' }, {})),
          );
          dialog.append(card);
          document.body.append(dialog);
        },
        exit: (_options, callback) => { close(); callback?.(); },
        destroy: close,
        submit: () => undefined,
      };
    },
  };`;
