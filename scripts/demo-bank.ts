// The demo's provider of bank links, in the place of Plaid: node scripts/demo-bank.ts
// Reads PLAID_BASE_URL, where it listens.
import { createServer } from 'node:http';
import { createPlaidAnswers } from '../src/server/testing/plaid-server.ts';

const { hostname, port } = new URL(process.env['PLAID_BASE_URL'] ?? '');
const plaid = createPlaidAnswers();
createServer((request, response) => void plaid.handle(request, response)).listen(Number(port), hostname);
