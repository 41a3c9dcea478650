import { runCli } from '../support/cli.ts';

describe('generate-directory', () => {
  it('writes the requested number of businesses, identical for the same seed', async () => {
    const generate = (seed: string) =>
      runCli({}, 'generate-directory', '--size', '1200', '--seed', seed);
    const [one, same, other] = await Promise.all(['7', '7', '8'].map(generate));
    expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(one!.stdout.trimEnd().split('\n')).toHaveLength(1200);
    expect(same!.stdout).toBe(one!.stdout);
    expect(other!.stdout).not.toBe(one!.stdout);
  });

  it('requires a size', async () => {
    const { code, stderr } = await runCli({}, 'generate-directory', '--size', 'many');
    expect([code, stderr]).toEqual([1, expect.stringContaining('whole number')]);
  });
});
