import type { FastifyInstance } from 'fastify';
import { readCell } from '../platform/cells/this-cell.ts';
import type { Database } from '../platform/db/database.ts';
import { refuseUnknown } from '../platform/http/error-handler.ts';
import { CELL_HEADER, HOST_PROOF_PATH, HOST_PROOF_QUESTION, hostProofAnswer } from './host-proof.ts';

/** Answers at every host name, because it is used to check a name before it is added. */
export function answerHostProof(app: FastifyInstance, secret: string, db: Database): void {
  // It never changes, so it is read once. A read that failed is tried again.
  let reading: Promise<number> | null = null;
  const cell = () => {
    reading ??= readCell(db).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
  app.get<{ Params: { question: string } }>(
    `${HOST_PROOF_PATH}/:question`,
    { schema: { hide: true }, config: { isForAnyHost: true } },
    async (request, reply) => {
      const { question } = request.params;
      if (!HOST_PROOF_QUESTION.test(question)) return refuseUnknown(request, reply);
      reply.header(CELL_HEADER, await cell());
      return reply.type('text/plain; charset=utf-8').send(hostProofAnswer(secret, question));
    },
  );
}
