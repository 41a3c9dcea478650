import { Injectable, Logger } from '@nestjs/common';
import { Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { normalizeEmail } from '#libs/text/src/email-address.js';
import { AdminsRepository } from './admins.repository.js';
import { FirstAdminPasswordService, GENERATED_EMAIL } from './first-admin-password.service.js';
import { problemOfPassword } from './password-policy.js';
import { PasswordsService } from './passwords.service.js';

/** Account generated at this start. */
export interface GeneratedAdmin {
  email: string;
  password: string;
}

/** Ensures that at least one admin exists. */
@Injectable()
export class FirstAdminService {
  private readonly logger = new Logger(FirstAdminService.name);

  constructor(
    private readonly admins: AdminsRepository,
    private readonly environment: Environment,
    private readonly passwords: PasswordsService,
    private readonly file: FirstAdminPasswordService,
  ) {}

  /**
   * Creates the account configured in ADMIN_EMAIL and ADMIN_PASSWORD, unless that address has one.
   *
   * An existing account keeps its password and stays disabled if it is: an old password left in a
   * Compose file must not undo what the owner changed. The command line resets a forgotten password.
   *
   * Without the two variables, generates an account, but only on an embedded database without admins.
   *
   * @param hasTerminal whether a person sees the password; otherwise it is written to a file
   * @throws EnvironmentError when ADMIN_PASSWORD is easy to guess and the account does not exist yet
   */
  async ensure({ hasTerminal }: { hasTerminal: boolean }): Promise<GeneratedAdmin | undefined> {
    const { ADMIN_EMAIL, ADMIN_PASSWORD, DATABASE_URL } = this.environment;
    if (ADMIN_EMAIL && ADMIN_PASSWORD) {
      const email = normalizeEmail(ADMIN_EMAIL);
      if (await this.admins.exists(email)) return undefined;
      const problem = await problemOfPassword(ADMIN_PASSWORD, { email, name: '' });
      if (problem) throw new EnvironmentError(`ADMIN_PASSWORD ${problem}`);
      await this.create(email, ADMIN_PASSWORD);
      return undefined;
    }
    if (await this.admins.exists()) return undefined;
    if (DATABASE_URL) {
      this.logger.warn('No admin exists yet. Set ADMIN_EMAIL and ADMIN_PASSWORD, and restart.');
      return undefined;
    }
    const generated = { email: GENERATED_EMAIL, password: this.passwords.generate() };
    // Written before the account is created, so that a full disk can't leave an account with a lost password.
    if (!hasTerminal) await this.file.write(generated.password);
    await this.create(generated.email, generated.password);
    return generated;
  }

  /** Creates the account, unless another process has just created it. */
  private async create(email: string, password: string): Promise<void> {
    const passwordHash = await this.passwords.hash(password);
    await this.admins.addIfMissing({ email, name: email.split('@', 1)[0]!, passwordHash });
  }
}
