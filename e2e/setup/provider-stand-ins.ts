import { createServer } from 'node:http';
import { createPlaidAnswers } from '../../src/server/testing/plaid-server.ts';
import { standInPort } from './environment.ts';

/** A stand-in for the provider's script, written from its documentation. A page may declare itself a machine. */
const SCRIPT = `
  window.grecaptcha = {
    ready: (callback) => setTimeout(callback, 50),
    execute: async (siteKey, { action }) =>
      JSON.stringify({ siteKey, action, score: window.isMachine ? 0.1 : 0.9 }),
  };`;

const plaid = createPlaidAnswers();

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${request.headers.host}`);
  if (pathname === '/recaptcha/api.js' && searchParams.has('render'))
    return response.setHeader('content-type', 'text/javascript').end(SCRIPT);
  if (pathname === '/recaptcha/siteverify') {
    let text = '';
    for await (const chunk of request) text += chunk;
    const form = new URLSearchParams(text);
    const { siteKey, action, score } = JSON.parse(form.get('response') ?? '{}');
    const success = form.get('secret') === `secret of ${siteKey}`;
    return response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ success, action, score }));
  }
  if (pathname.startsWith('/plaid/')) return plaid.handle(request, response);
  return response.writeHead(pathname === '/healthz' ? 200 : 404).end();
}).listen(standInPort, '127.0.0.1');
