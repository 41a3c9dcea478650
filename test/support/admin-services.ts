import { AdminsRepository } from '#libs/admin/src/accounts/admins.repository.js';
import { AdminsService } from '#libs/admin/src/accounts/admins.service.js';
import type { FirstAdminPasswordService } from '#libs/admin/src/accounts/first-admin-password.service.js';
import type { PasswordsService } from '#libs/admin/src/accounts/passwords.service.js';
import { AuditRepository } from '#libs/admin/src/audit/audit.repository.js';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { FailedSignInsService } from '#libs/admin/src/sessions/failed-sign-ins.service.js';
import { SessionsRepository } from '#libs/admin/src/sessions/sessions.repository.js';
import { SessionsService } from '#libs/admin/src/sessions/sessions.service.js';
import { SignInService } from '#libs/admin/src/sessions/sign-in.service.js';
import { SignInThrottle } from '#libs/admin/src/sessions/sign-in-throttle.js';
import type { Clock } from '#libs/config/src/clock.js';
import type { Database } from '#libs/database/src/database.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { AttemptsRepository } from '#libs/rate-limit/src/attempts/attempts.repository.js';

/** Creates the services of admin accounts and sign-ins. Passwords are stored readably. */
export function adminServices(database: Database, clock: Clock) {
  const accounts = new AdminsRepository(database);
  const records = new SessionsRepository(database);
  const audit = new AuditService(new AuditRepository(database), clock);
  const attempts = new Attempts(new AttemptsRepository(database), clock);
  // Argon2 is slow by design.
  const passwords = {
    hash: async (password: string) => `hash of ${password}`,
    matches: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
  } as PasswordsService;
  const firstPassword = { removeFor: async () => {} } as unknown as FirstAdminPasswordService;
  const throttle = new SignInThrottle(attempts, new AuditRepository(database), clock);
  const sessions = new SessionsService(database, records, accounts, clock, audit);
  const failures = new FailedSignInsService(attempts, database, audit);
  return {
    passwords,
    throttle,
    sessions,
    admins: new AdminsService(
      database,
      accounts,
      records,
      passwords,
      throttle,
      audit,
      clock,
      firstPassword,
    ),
    signIn: new SignInService(accounts, passwords, sessions, throttle, failures, firstPassword),
  };
}
