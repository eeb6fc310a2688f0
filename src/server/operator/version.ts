import { readVersion } from '../platform/operations/version.ts';
import { type Command, print } from './command.ts';

export const versionCommand: Command = {
  about: 'prints the version of the program, and the commit that it was built from',
  usage: ['version', '--version'],
  isOfPlatform: true,
  async run() {
    const { version, commit } = readVersion();
    print(commit === null ? version : `${version} (${commit})`);
  },
};
