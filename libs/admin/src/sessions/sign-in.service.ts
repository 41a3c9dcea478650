import { Injectable } from '@nestjs/common';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { normalizeEmail } from '#libs/text/src/email-address.js';
import { AdminsRepository } from '../accounts/admins.repository.js';
import { FirstAdminPasswordService } from '../accounts/first-admin-password.service.js';
import { PasswordsService } from '../accounts/passwords.service.js';
import { FailedSignInsService } from './failed-sign-ins.service.js';
import { SessionsService } from './sessions.service.js';
import { SignInThrottle } from './sign-in-throttle.js';

@Injectable()
export class SignInService {
  constructor(
    private readonly admins: AdminsRepository,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly throttle: SignInThrottle,
    private readonly failures: FailedSignInsService,
    private readonly firstPassword: FirstAdminPasswordService,
  ) {}

  /**
   * @returns a bearer token
   * @throws ApiError `unauthorized`, the same for an unknown address, a wrong password and a
   * disabled account; `rate_limited` after too many failures, or when too many sign-ins are under way
   */
  withPassword(username: string, password: string, address: string): Promise<string> {
    return this.throttle.queue.run(() => this.verify(username, password, address));
  }

  private async verify(username: string, password: string, address: string): Promise<string> {
    const email = normalizeEmail(username);
    await this.throttle.admitAccount(email, address);
    const admin = await this.admins.findByEmail(email);
    const matches = await this.passwords.matches(admin?.passwordHash, password);
    const token = admin && matches ? await this.sessions.open(admin, address) : undefined;
    if (!token) {
      await this.failures.record(admin, address);
      throw new ApiError('unauthorized', 'The email address or password is wrong.');
    }
    await this.throttle.succeeded(email, address);
    await this.firstPassword.removeFor(email);
    return token;
  }
}
