import { PassThrough } from 'node:stream';
import { confirm } from './confirm.js';

describe(confirm.name, () => {
  const asked = jest.spyOn(process.stderr, 'write');
  beforeEach(() => asked.mockReset().mockReturnValue(true));
  afterAll(() => asked.mockRestore());

  it.each([
    ['y\n', true],
    ['YES \n', true],
    ['n\n', false],
    ['yesterday\n', false],
    ['\n', false],
    ['', false],
  ])('takes the answer %j as %s', async (answer, isConfirmed) => {
    const input = new PassThrough().end(answer);
    expect(await confirm('Close 3 businesses?', undefined, input)).toBe(isConfirmed);
    expect(asked).toHaveBeenCalledWith('Close 3 businesses? [y/N] ');
  });

  it('takes an interruption as no', async () => {
    const controller = new AbortController();
    const answer = confirm('Close 3 businesses?', controller.signal, new PassThrough());
    controller.abort();
    expect(await answer).toBe(false);
  });
});
