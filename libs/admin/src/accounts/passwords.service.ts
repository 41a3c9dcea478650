import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';

/**
 * Admins' passwords, as argon2id with 19 MiB and two passes: the package's defaults, which are
 * OWASP's recommendation (Password Storage Cheat Sheet).
 */
@Injectable()
export class PasswordsService {
  private readonly nobodys = hash(randomBytes(32));

  async hash(password: string): Promise<string> {
    return hash(password);
  }

  /** Takes as long where there is no account, so that the time does not tell whether there is one. */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const matches = await verify(passwordHash ?? (await this.nobodys), password);
    return matches && passwordHash !== undefined;
  }

  /** A password for people to copy: 120 random bits. */
  generate(): string {
    return randomBytes(15).toString('base64url');
  }
}
