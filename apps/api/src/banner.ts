import { join } from 'node:path';
import type { GeneratedAdmin } from '#libs/admin/src/accounts/first-admin.service.js';
import type { Environment } from '#libs/config/src/environment.js';

/** What whoever started the program wants to know first: where everything is, and what to type next. */
export function banner(environment: Environment, admin: GeneratedAdmin | undefined): string {
  const { PUBLIC_URL, ADMIN_URL, DATA_DIR, DATABASE_URL, SMTP_URL } = environment;
  const places = [
    ['Website', `${PUBLIC_URL}/`],
    ['API', `${PUBLIC_URL}/api/v1`],
    ['Documentation', `${PUBLIC_URL}/docs`],
    ['Admin', `${ADMIN_URL}/admin/docs`],
    ['Mails', SMTP_URL ? 'sent through SMTP_URL' : `written to ${join(DATA_DIR, 'outbox')}`],
    ['Database', DATABASE_URL ? 'the server of DATABASE_URL' : `embedded, in ${DATA_DIR}`],
  ];
  const lines = places.map(([name, place]) => `  ${name!.padEnd(14)}${place}`);
  const firstAdmin = admin && [
    '',
    'The first admin, made just now; this password is not shown again:',
    `  ${admin.email}  ${admin.password}`,
  ];
  return [
    '',
    'Minnesota Business Directory',
    ...lines,
    ...(firstAdmin ?? []),
    '',
    'Next, ask for a key:',
    `  curl ${PUBLIC_URL}/api/v1/key-requests -H 'Content-Type: application/json' \\`,
    `    -d '{"name":"Ada","email":"ada@example.org","project":"A map of bakeries by the lakes."}'`,
    '',
    '',
  ].join('\n');
}
