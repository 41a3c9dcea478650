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
    ['who says so', 'Olga', 'olga', 'Olga'],
    ['who became another user for it', undefined, 'olga', 'olga'],
    ['who is signed in', undefined, undefined, account],
    ['who is signed in and says nothing', ' ', undefined, account],
    ['the first 100 characters of a name', 'x'.repeat(101), undefined, `${'x'.repeat(99)}…`],
  ])('is %s', (_who, as, sudoUser, operator) => {
    if (sudoUser === undefined) delete process.env.SUDO_USER;
    else process.env.SUDO_USER = sudoUser;
    const command = { optsWithGlobals: () => ({ as }) } as unknown as Command;
    expect(operatorOf(command)).toEqual({ operator });
  });
});
