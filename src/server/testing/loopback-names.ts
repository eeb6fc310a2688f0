/**
 * Lets a program that is started with it find every name below `.test` on this machine, as a name server would say. No name
 * server of ours can be asked here without changing the machine.
 */
const LOOK_UP = `
import dns from 'node:dns';
const lookup = dns.lookup;
dns.lookup = (name, options, done) =>
  lookup(name.endsWith('.test') ? '127.0.0.1' : name, options, done);
`;

export const WITH_LOOPBACK_NAMES = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(LOOK_UP)}`,
};
