import * as z from 'zod/mini';

/** A deal by the portal's id (`12`), or by the funder's own imported id after a colon (`:D-12`). */
export const namedDeal = z.codec(
  z.string().check(z.regex(/^(\d{1,15}|:.{1,100})$/)),
  z.custom<{ id?: bigint; ownId?: string }>(),
  {
    decode: (text) => (text.startsWith(':') ? { ownId: text.slice(1) } : { id: BigInt(text) }),
    encode: ({ id: ownNumber, ownId }) => (ownId === undefined ? `${ownNumber}` : `:${ownId}`),
  },
);
