import { Logger } from '@nestjs/common';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { EnvironmentError } from '#libs/config/src/environment.js';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { AdminsRepository } from './admins.repository.js';
import { FirstAdminService } from './first-admin.service.js';
import type { FirstAdminPasswordService } from './first-admin-password.service.js';
import type { PasswordsService } from './passwords.service.js';

const GIVEN = { ADMIN_EMAIL: 'Solveig@Example.org', ADMIN_PASSWORD: 'royal banana kettle' };
const ON_POSTGRES = { DATABASE_URL: 'postgresql://directory@127.0.0.1/directory' };

describe(FirstAdminService.name, () => {
  const served = useMigratedDatabase();
  let warn: jest.SpyInstance;

  beforeAll(() => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  });
  afterAll(() => warn.mockRestore());
  beforeEach(async () => {
    warn.mockClear();
    // The audit log's trigger refuses to delete admins, even those without entries.
    await served.database.$executeRaw`SET session_replication_role = replica`;
    await served.database.admin.deleteMany();
    await served.database.$executeRaw`RESET session_replication_role`;
  });

  const ensure = (
    variables: Record<string, string>,
    hash = async (password: string) => `hash of ${password}`,
    write?: (password: string) => Promise<void>,
  ) =>
    new FirstAdminService(
      new AdminsRepository(served.database),
      loadEnvironment(variables),
      { hash, generate: () => 'generated' } as PasswordsService,
      { write } as FirstAdminPasswordService,
    ).ensure({ hasTerminal: !write });
  const accounts = () =>
    served.database.admin.findMany({
      select: { email: true, name: true, passwordHash: true },
      orderBy: { email: 'asc' },
    });
  const solveig = {
    email: 'solveig@example.org',
    name: 'solveig',
    passwordHash: 'hash of royal banana kettle',
  };
  const madeUp = { email: 'admin@localhost', name: 'admin', passwordHash: 'hash of generated' };

  it('creates the account once if two processes start at the same time', async () => {
    // The other process creates the account after this one has found none.
    await ensure(GIVEN, async (password) => {
      await ensure(GIVEN);
      return `another hash of ${password}`;
    });
    expect(await accounts()).toEqual([solveig]);
  });

  it('creates the configured account, and leaves it and its password unchanged from then on', async () => {
    expect(await ensure(GIVEN)).toBeUndefined();
    expect(await accounts()).toEqual([solveig]);
    await ensure({ ...GIVEN, ADMIN_PASSWORD: 'another banana kettle' });
    expect(await accounts()).toEqual([solveig]);
    // A password that isn't needed is not checked either.
    await ensure({ ...GIVEN, ADMIN_PASSWORD: 'password1234' });
    expect(await accounts()).toEqual([solveig]);
  });

  it('creates the configured account even if others exist', async () => {
    await ensure({});
    await ensure(GIVEN);
    expect(await accounts()).toEqual([madeUp, solveig]);
  });

  it('refuses to create an account with a password that is easy to guess', async () => {
    const start = ensure({ ...GIVEN, ADMIN_PASSWORD: 'password1234' });
    await expect(start).rejects.toThrow(EnvironmentError);
    await expect(start).rejects.toThrow(/^ADMIN_PASSWORD is too easy to guess/);
    expect(await accounts()).toEqual([]);
  });

  it('generates an account once if none exists', async () => {
    expect(await ensure({})).toEqual({ email: 'admin@localhost', password: 'generated' });
    expect(await accounts()).toEqual([madeUp]);
    expect(await ensure({})).toBeUndefined();
  });

  it('creates no account if its password cannot be written', async () => {
    const write = () => Promise.reject(new Error('The disk is full.'));
    await expect(ensure({}, undefined, write)).rejects.toThrow('full');
    expect(await accounts()).toEqual([]);
  });

  it('generates no account if a configured one exists', async () => {
    await ensure(GIVEN);
    expect(await ensure({})).toBeUndefined();
    expect(await accounts()).toEqual([solveig]);
  });

  it('generates no account on a database server and warns only while no admin exists', async () => {
    expect(await ensure(ON_POSTGRES)).toBeUndefined();
    expect(await accounts()).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(1);
    await ensure({ ...ON_POSTGRES, ...GIVEN });
    await ensure(ON_POSTGRES);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
