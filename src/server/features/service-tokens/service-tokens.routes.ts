import type { operatorContract } from '../../../shared/contract/operator.ts';
import type { Handlers } from '../../access/endpoints.ts';

export const serviceTokensHandlers = (): Handlers<typeof operatorContract> => ({
  async describeToken({ operator, tenantId, tx }) {
    const { slug } = await tx
      .selectFrom('tenants')
      .select('slug')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return {
      id: operator.id,
      name: operator.name,
      tenantSlug: slug,
      scopes: [...operator.scopes],
      expiresAt: operator.expiresAt.toISOString(),
    };
  },
});
