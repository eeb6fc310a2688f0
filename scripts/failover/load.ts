import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createInvestor, type InvitedDeal } from '../../src/server/testing/invites.ts';
import { createBroker, type OpenOffer } from '../../src/server/testing/offers.ts';
import { postAsMember } from '../../src/server/testing/test-app.ts';
import { portfolioContract } from '../../src/shared/contract/portfolio.ts';
import { wholeBook } from '../whole-book.ts';
import { type Book, CLEARED, type Member, PAYMENT } from './book.ts';
import { type Fetch, persist } from './client.ts';
import type { Ledger } from './ledger.ts';

const OFFICES = 2;
const BROKERS = 4;
const INVESTORS = 2;
const READERS = 3;
const PAYMENTS_OF_CALL = 5;
const PAYMENTS_OF_DAY_FILE = 40;
/** What was prepared for the clients, so that they have something to do as soon as the database is back. */
const STOCK = 60;

/** People and systems who use the portal until it is ended, and note what they were told. */
export function startLoad(book: Book, { ledger, urls }: { ledger: Ledger; urls: readonly string[] }) {
  let isEnding = false;
  let isCutOff = false;
  const offers: OpenOffer[] = [];
  const invites: { deal: InvitedDeal; member: Member }[] = [];
  const tries = { ledger, urls, isOver: () => isCutOff };

  async function repeat(pauseMs: number, act: () => Promise<unknown>): Promise<void> {
    while (!isEnding) {
      await act();
      await setTimeout(pauseMs);
    }
  }

  /** The funder's office, which makes offers and invites. What fails is made again later. */
  let renewed = performance.now();
  async function prepare(): Promise<void> {
    await repeat(20, async () => {
      try {
        if (offers.length < STOCK) offers.push(await book.newOffer());
        if (invites.length < STOCK) {
          const deal = await book.newInvitedDeal();
          invites.push(...book.members.map((member) => ({ deal, member })));
        }
        if (performance.now() - renewed > 15 * 60_000) {
          renewed = performance.now();
          await book.renewSessions();
        }
      } catch {
        await setTimeout(500);
      }
    });
  }

  async function accept(): Promise<void> {
    const offer = offers.shift();
    if (!offer) return;
    const key = crypto.randomUUID();
    const answer = await persist(tries, 'write', (from) =>
      createBroker({ fetch: from }, offer).accept({}, key),
    );
    if (answer !== null) ledger.acknowledge([{ kind: 'acceptance', offerId: offer.offerId }]);
  }

  async function preFund(): Promise<void> {
    const one = invites.shift();
    if (!one) return;
    const { deal, member } = one;
    const inviteId = deal.invites.get(member.syndicateId)?.id ?? 0n;
    const answer = await persist(tries, 'write', (from) => investorOf(from, member).accept(deal, '5'));
    if (answer !== null) ledger.acknowledge([{ kind: 'pre-funding', inviteId }]);
  }

  const investorOf = (from: Fetch, member: Member) =>
    createInvestor({ fetch: from }, { ...member, tenantId: book.tenantId });

  let payments = 0;
  const nextPayments = (count: number) =>
    Array.from({ length: count }, () => {
      payments += 1;
      return { reference: `ACH-${payments}`, number: payments };
    });

  async function sendPayments(): Promise<void> {
    const entries = nextPayments(PAYMENTS_OF_CALL);
    const rows = entries.map(
      ({ reference, number }) =>
        `${reference},${book.externalDeals[number % book.externalDeals.length]},${PAYMENT},${CLEARED}`,
    );
    const answer = await persist(tries, 'write', (from) =>
      from('/api/operator/v1/imports?kind=payments', {
        method: 'POST',
        headers: { authorization: `Bearer ${book.token}`, 'content-type': 'text/csv' },
        body: ['reference,deal,amount,cleared_date', ...rows, ''].join('\n'),
      }),
    );
    if (answer === null) return;
    if (answer.includes('"applied":"all"'))
      ledger.acknowledge(entries.map(({ reference }) => ({ kind: 'payment', reference })));
    else ledger.refusals.push(`payments: ${answer.slice(0, 200)}`);
  }

  async function postDayFile(): Promise<void> {
    const entries = nextPayments(PAYMENTS_OF_DAY_FILE);
    const rows = entries.map(
      ({ reference, number }) =>
        `${reference},${book.mids[number % book.mids.length]},${PAYMENT},${CLEARED},cleared,`,
    );
    const body = ['reference,mid,amount,date,result,return_code', ...rows, ''].join('\n');
    const answer = await persist(tries, 'post', (from) =>
      from('/api/operator/v1/postings?confirm=all', {
        method: 'POST',
        headers: { authorization: `Bearer ${book.token}`, 'content-type': 'text/csv' },
        body,
      }),
    );
    if (answer === null) return;
    if (answer.includes('"applied":"all"'))
      ledger.acknowledge(
        entries.map(({ reference }) => ({ kind: 'payment', reference })),
        'post',
      );
    else ledger.refusals.push(`day file: ${answer.slice(0, 200)}`);
  }

  const { portfolioTotals, participations } = portfolioContract;
  async function read(turn: number): Promise<void> {
    const member = book.members[turn % book.members.length];
    if (!member) return;
    const { syndicateId, accessToken } = member;
    const table = z.encode(participations.body, { ...wholeBook(syndicateId), page: 1, length: 25 });
    const calls: ((from: Fetch) => Promise<Response>)[] = [
      (from) =>
        from(portfolioTotals.path.replace(':syndication_id', String(syndicateId)), {
          headers: { authorization: `Bearer ${accessToken}`, 'x-tenant': book.tenantId },
        }),
      (from) => from(participations.path, postAsMember(table, accessToken, book.tenantId)),
    ];
    const call = calls[turn % calls.length];
    if (call && (await persist(tries, 'read', call)) !== null) ledger.answered();
  }

  let turns = 0;
  const clients = [
    ...Array.from({ length: OFFICES }, prepare),
    ...Array.from({ length: BROKERS }, () => repeat(300, accept)),
    ...Array.from({ length: INVESTORS }, () => repeat(700, preFund)),
    repeat(600, sendPayments),
    repeat(5_000, postDayFile),
    ...Array.from({ length: READERS }, () => repeat(400, () => read(++turns))),
  ];
  return {
    /** Everybody finishes what they have begun. Resolves with false if somebody could not within this time. */
    async end(seconds: number): Promise<boolean> {
      isEnding = true;
      const all = Promise.all(clients).then(() => true);
      const isDone = await Promise.race([all, setTimeout(seconds * 1000, false, { ref: false })]);
      isCutOff = true;
      await all;
      return isDone;
    },
  };
}

export async function runPortal(args: readonly string[], databaseUrl: string) {
  const child = spawn(process.execPath, ['src/server/cli.ts', ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 180_000,
  });
  let text = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number | null, text: text.trim() };
}
