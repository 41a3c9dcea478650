import { Logger } from '@nestjs/common';
import { join } from 'node:path';
import { firstAdminPasswordFile } from '#libs/admin/src/accounts/first-admin-password.service.js';
import type { GeneratedAdmin } from '#libs/admin/src/accounts/first-admin.service.js';
import type { Environment } from '#libs/config/src/environment.js';
import { createLogger } from '#libs/logging/src/logger.js';

/** Shows the URLs of the program: as a banner on a terminal, otherwise in the log. */
export async function announceStart(
  environment: Environment,
  admin: GeneratedAdmin | undefined,
): Promise<void> {
  if (process.stdout.isTTY) {
    process.stdout.write(banner(environment, admin));
    return;
  }
  const places = placesOf(environment).map(([name, place]) => `${name}: ${place}`);
  new Logger('Start').log(`${places.join('; ')}.`);
  if (!admin) return;
  // Log at any LOG_LEVEL, because nothing else names the file.
  const logger = await createLogger({ ...environment, LOG_LEVEL: 'info' });
  logger.info(
    `Created the first admin, ${admin.email}. The password is in ` +
      `${firstAdminPasswordFile(environment)}. Store it: the first sign-in deletes the file.`,
  );
}

/** Banner with the URLs and the next command to type. */
function banner(environment: Environment, admin: GeneratedAdmin | undefined): string {
  const lines = placesOf(environment).map(([name, place]) => `  ${name.padEnd(14)}${place}`);
  const firstAdmin = admin && [
    '',
    'Created the first admin. This password is not shown again:',
    `  ${admin.email}  ${admin.password}`,
  ];
  return [
    '',
    'Minnesota Business Directory',
    ...lines,
    ...(firstAdmin ?? []),
    '',
    'Next, request an API key:',
    `  curl ${environment.PUBLIC_URL}/api/v1/key-requests -H 'Content-Type: application/json' \\`,
    `    -d '{"name":"Ada","email":"ada@example.org","project":"A map of bakeries by the lakes."}'`,
    '',
    '',
  ].join('\n');
}

function placesOf({
  PUBLIC_URL,
  ADMIN_URL,
  DATA_DIR,
  DATABASE_URL,
  SMTP_URL,
}: Environment): [name: string, place: string][] {
  return [
    ['Website', `${PUBLIC_URL}/`],
    ['API', `${PUBLIC_URL}/api/v1`],
    ['Documentation', `${PUBLIC_URL}/docs`],
    ['Admin', `${ADMIN_URL}/admin/docs`],
    ['Mails', SMTP_URL ? 'sent through SMTP_URL' : `written to ${join(DATA_DIR, 'outbox')}`],
    ['Database', DATABASE_URL ? 'server in DATABASE_URL' : `embedded, in ${DATA_DIR}`],
  ];
}
