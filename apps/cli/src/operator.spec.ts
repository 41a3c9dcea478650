import type { Command } from 'commander';
import { userInfo } from 'node:os';
import { operatorOf } from './operator.js';

describe(operatorOf.name, () => {
  const { SUDO_USER } = process.env;
  afterEach(() => {
    if (SUDO_USER === undefined) delete process.env.SUDO_USER;
    else process.env.SUDO_USER = SUDO_USER;
  });

  const account = userInfo().username;
  it.each([
    ['the name given with --as', 'Olga', 'olga', 'Olga'],
    ['the user who ran sudo', undefined, 'olga', 'olga'],
    ['the local account', undefined, undefined, account],
    ['the local account if --as is blank', ' ', undefined, account],
    ['the first 100 characters of a name', 'x'.repeat(101), undefined, `${'x'.repeat(99)}…`],
  ])('returns %s', (_who, as, sudoUser, operator) => {
    if (sudoUser === undefined) delete process.env.SUDO_USER;
    else process.env.SUDO_USER = sudoUser;
    const command = { optsWithGlobals: () => ({ as }) } as unknown as Command;
    expect(operatorOf(command)).toEqual({ operator });
  });
});
