import { PasswordsService } from './passwords.service.js';

describe(PasswordsService.name, () => {
  const passwords = new PasswordsService();

  it('matches only the password that was hashed', async () => {
    const hash = await passwords.hash('royal banana kettle');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.hash('royal banana kettle')).not.toBe(hash);
    expect(await passwords.matches(hash, 'royal banana kettle')).toBe(true);
    expect(await passwords.matches(hash, 'royal banana kettl')).toBe(false);
  });

  it('takes as long without an account and matches nothing', async () => {
    const hash = await passwords.hash('royal banana kettle');
    const took = async (known?: string) => {
      const before = performance.now();
      expect(await passwords.matches(known, 'another')).toBe(false);
      return performance.now() - before;
    };
    // Takes the fastest of three, because other processes may use the machine.
    const least = async (known?: string) =>
      Math.min(await took(known), await took(known), await took(known));
    expect(await least()).toBeGreaterThan((await least(hash)) / 4);
  });

  it('generates a password of 120 random bits', () => {
    const generated = passwords.generate();
    expect(Buffer.from(generated, 'base64url')).toHaveLength(15);
    expect(passwords.generate()).not.toBe(generated);
  });
});
