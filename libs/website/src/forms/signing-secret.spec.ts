import type { Database } from '#libs/database/src/database.js';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { SigningSecret } from './signing-secret.js';

describe(SigningSecret.name, () => {
  const served = useMigratedDatabase();

  it('is the same for all processes, however many begin at once, and after they have ended', async () => {
    const get = () => new SigningSecret(served.database).get();
    const secrets = [...(await Promise.all([get(), get(), get()])), await get()];
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(secrets[0]).toHaveLength(32);
  });

  it('is read once, and anew where that failed', async () => {
    const createMany = jest.fn().mockRejectedValueOnce(new Error('The database is away.'));
    const findUniqueOrThrow = async () => ({ secret: new Uint8Array(32) });
    const signingSecret = { createMany, findUniqueOrThrow };
    const secret = new SigningSecret({ signingSecret } as unknown as Database);
    await expect(secret.get()).rejects.toThrow('away');
    expect(await secret.get()).toBe(await secret.get());
    expect(createMany).toHaveBeenCalledTimes(2);
  });
});
