import type { Command } from 'commander';
import { userInfo } from 'node:os';
import type { Operator } from '#libs/admin/src/audit/audit.service.js';
import { excerpt } from '#libs/text/src/excerpt.js';

const LONGEST_NAME = 100;

/** Returns the name of the operator for the audit log: `--as`, or else the local account. */
export function operatorOf(command: Command): Operator {
  const { as } = command.optsWithGlobals<{ as?: string }>();
  const name = excerpt(as ?? process.env.SUDO_USER ?? accountName(), LONGEST_NAME);
  return { operator: name || accountName() };
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user id may have no account.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
