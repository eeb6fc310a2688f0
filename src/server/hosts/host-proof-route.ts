import type { FastifyInstance } from 'fastify';
import { refuseUnknown } from '../platform/http/error-handler.ts';
import { HOST_PROOF_PATH, HOST_PROOF_QUESTION, hostProofAnswer } from './host-proof.ts';

/** Answers at every host name, because it is used to check a name before it is added. */
export function answerHostProof(app: FastifyInstance, secret: string): void {
  app.get<{ Params: { question: string } }>(
    `${HOST_PROOF_PATH}/:question`,
    { schema: { hide: true }, config: { isForAnyHost: true } },
    async (request, reply) => {
      const { question } = request.params;
      if (!HOST_PROOF_QUESTION.test(question)) return refuseUnknown(request, reply);
      return reply.type('text/plain; charset=utf-8').send(hostProofAnswer(secret, question));
    },
  );
}
