/**
 * Every call the portal answers, by feature. A route that is not here cannot be registered. It is a namespace rather than
 * an object, because the compiler would have to write the type of such an object out, and it is too long for that.
 */
export * as contract from './by-feature.ts';
