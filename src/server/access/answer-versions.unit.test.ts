import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { etagOf } from './answer-versions.ts';
import type { Investor } from './caller.ts';

const caller: Investor = {
  kind: 'investor',
  userId: 7n,
  sessionId: '11',
  isOfOneTenant: false,
  mustChangePassword: false,
  mustAddSecondFactor: false,
  tenantId: '00000000-0000-4000-8000-000000000001',
  permissions: new Set(['view-fcs']),
  syndicateId: 3n,
  tabs: { simple: true, detailed: true, deals: true },
};
const request = {
  method: 'POST',
  routeOptions: { url: '/api/payouts/deal_payouts' },
  body: { syndicateId: 3n, mid: 'HC1' },
} as unknown as FastifyRequest;
const book = {
  settings: 'a',
  ledger: 'b',
  tiedOutId: 5n,
  completeThrough: '2026-11-13',
  today: '2026-11-16',
};

test('BOOK-08 BOOK-07 the version is another one for whoever asks, whatever is asked for, and whatever the book says', () => {
  const others = [
    etagOf({ ...caller, userId: 8n }, request, book),
    etagOf({ ...caller, sessionId: '12' }, request, book),
    etagOf({ ...caller, tenantId: '00000000-0000-4000-8000-000000000002' }, request, book),
    etagOf({ ...caller, syndicateId: 4n }, request, book),
    etagOf({ ...caller, permissions: new Set() }, request, book),
    etagOf({ ...caller, permissions: new Set(['view-fcs', 'switch-syndicates']) }, request, book),
    etagOf({ ...caller, tabs: { ...caller.tabs, deals: false } }, request, book),
    etagOf(caller, { ...request, method: 'GET' } as FastifyRequest, book),
    etagOf(caller, { ...request, routeOptions: { url: '/other' } } as FastifyRequest, book),
    etagOf(caller, { ...request, body: { syndicateId: 4n, mid: 'HC1' } } as FastifyRequest, book),
    etagOf(caller, { ...request, body: { syndicateId: 3n, mid: 'HC2' } } as FastifyRequest, book),
    etagOf(caller, { ...request, query: { page: 2 } } as FastifyRequest, book),
    etagOf(caller, request, { ...book, settings: 'c' }),
    etagOf(caller, request, { ...book, ledger: 'c' }),
    etagOf(caller, request, { ...book, ledger: null }),
    etagOf(caller, request, { ...book, tiedOutId: 6n }),
    etagOf(caller, request, { ...book, today: '2026-11-17' }),
  ];
  const own = etagOf(caller, request, book);
  expect(new Set([own, ...others]).size).toBe(others.length + 1);
  const permissions = new Set(caller.permissions);
  expect(etagOf({ ...caller, permissions }, { ...request }, { ...book })).toBe(own);
});
