import { PassThrough } from 'node:stream';
import { confirmComplete } from './confirm-complete.js';

describe(confirmComplete.name, () => {
  const asked = jest.spyOn(process.stderr, 'write');
  beforeEach(() => asked.mockReset().mockReturnValue(true));
  afterAll(() => asked.mockRestore());

  const never = new AbortController().signal;
  const ask = (input: PassThrough, signal = never) =>
    confirmComplete('close', { missing: 3, total: 40 }, signal, input);

  it.each([
    ['y\n', true],
    ['YES \n', true],
    ['n\n', false],
    ['yesterday\n', false],
    ['\n', false],
    ['', false],
  ])('takes the answer %j as %s', async (answer, isConfirmed) => {
    expect(await ask(new PassThrough().end(answer))).toBe(isConfirmed);
    expect(asked).toHaveBeenCalledWith(
      expect.stringMatching(/^3 of the 40 rows .* missing from the file\. Close their businesses/),
    );
  });

  it('takes an interruption as no', async () => {
    const controller = new AbortController();
    const answer = ask(new PassThrough(), controller.signal);
    controller.abort();
    expect(await answer).toBe(false);
  });
});
