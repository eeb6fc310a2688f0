/**
 * Makes a program resolve every name below `.test` to this machine, as a name server would. A real name server would require
 * changing the machine.
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
