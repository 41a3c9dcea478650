import { runCli } from '../support/cli.ts';

describe('generate-directory', () => {
  it('writes the requested number of businesses', async () => {
    const written = await runCli({}, 'generate-directory', '--size', '1200', '--seed', '7');
    expect(written).toMatchObject({ code: 0, stderr: '' });
    expect(written.stdout.trimEnd().split('\n')).toHaveLength(1200);
  });

  it('requires a size', async () => {
    const { code, stderr } = await runCli({}, 'generate-directory', '--size', 'many');
    expect([code, stderr]).toEqual([1, expect.stringContaining('whole number')]);
  });
});
