import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

const LONGEST_FORM = 16 * 1024;

/** Accepts an HTML form at the endpoints that declare it. Its fields are ignored. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LONGEST_FORM },
    (request, _body, done) => {
      if (request.routeOptions.config.endpoint?.takesForm) done(null, undefined);
      else done(new Refusal('invalid_request'));
    },
  );
}
