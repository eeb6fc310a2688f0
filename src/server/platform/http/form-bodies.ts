import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

const LONGEST_FORM = 16 * 1024;

/** A page's form, for the endpoints that may be sent by one. What its fields say is read by nobody. */
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
