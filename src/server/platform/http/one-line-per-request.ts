import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Logs a request once, when it has been answered: which route, with which status, after how long. */
export class OneLinePerRequest extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const answered = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...answered, err: error }, 'request errored');
    else reply.log.info(answered, 'request completed');
  }
}
