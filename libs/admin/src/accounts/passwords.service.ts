import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';

/**
 * Hashes passwords with argon2id, 19 MiB and two passes. These are the package's defaults and OWASP's
 * recommendation (Password Storage Cheat Sheet).
 */
@Injectable()
export class PasswordsService {
  private readonly nobodys = hash(randomBytes(32));

  async hash(password: string): Promise<string> {
    return hash(password);
  }

  /** Takes equally long without an account, so that the timing doesn't reveal whether one exists. */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const matches = await verify(passwordHash ?? (await this.nobodys), password);
    return matches && passwordHash !== undefined;
  }

  /** Returns a password of 120 random bits for people to copy. */
  generate(): string {
    return randomBytes(15).toString('base64url');
  }
}
