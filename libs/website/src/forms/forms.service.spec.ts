import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { DatabaseAwayError } from '#libs/database/src/database-errors.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { MissingInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { AttemptsRepository } from '#libs/rate-limit/src/attempts/attempts.repository.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { english } from '../texts/en.js';
import { FormKeysRepository } from './form-keys.repository.js';
import { FormTokens } from './form-tokens.js';
import type { FormVisit } from './form-visit.js';
import { FormsService, type ReceivedForm } from './forms.service.js';

const EARLIEST_MS = 3_000;
const LATEST_MS = 4 * 3_600_000;
const FORM = {
  name: 'missing',
  fields: [{ name: 'name' }, { name: 'correction', rows: 3 }, { name: 'city' }, { name: 'source' }],
};
const FIELDS = { name: 'Granite Books', correction: 'A shop.', city: 'Ely', source: 'Sign' };

describe(FormsService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let forms: FormsService;
  let submit: jest.Mock;

  beforeEach(() => {
    clock = new ManualClock();
    submit = jest.fn();
    forms = new FormsService(
      new FormTokens(new FormKeysRepository(served.database), clock),
      new Attempts(new AttemptsRepository(served.database), clock),
      loadEnvironment({}),
    );
  });

  const send = async (body: Record<string, string>) => {
    const response = { status: 303, headers: {} };
    const reply = {
      status: (status: number) => ((response.status = status), reply),
      headers: (headers: object) => (Object.assign(response.headers, headers), reply),
    };
    const visit = {
      request: { headers: {}, url: '/suggest-missing' } as FastifyRequest,
      reply: reply as unknown as FastifyReply,
      body: { ...FIELDS, ...body },
      address: '192.0.2.7',
    };
    const page: ReceivedForm = {
      form: FORM,
      texts: ({ missing, reports }) => ({ ...missing.fields, ...reports.fields }),
      conflict: { message: () => 'Too many are waiting.' },
    };
    const state = await forms.receive(visit, page, { inputClass: MissingInput, submit });
    const messages = state?.problems.map(({ message }) => message(english.texts));
    return { ...response, token: state?.token, messages };
  };
  /** Issues a form and advances the clock by the time it takes to fill it in. */
  const opened = async () => {
    const { token } = await forms.blank(FORM);
    clock.advance(EARLIEST_MS);
    return token;
  };

  it('accepts each form once until it expires, and returns a fresh one', async () => {
    const token = await opened();
    expect((await send({ token })).messages).toBeUndefined();
    let fresh: string | undefined;
    for (const wait of [0, 3_600_000, LATEST_MS - EARLIEST_MS - 3_600_000]) {
      clock.advance(wait);
      const { status, messages, token: next } = await send({ token });
      expect([status, messages]).toEqual([400, [english.texts.forms.repeated]]);
      fresh = next;
    }
    expect(submit).toHaveBeenCalledTimes(1);
    clock.advance(EARLIEST_MS);
    expect((await send({ token: fresh! })).messages).toBeUndefined();
    expect(submit).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['a conflict', new ApiError('conflict', 'Too many.')],
    [
      'the rate limit is reached',
      new ApiError('rate_limited', 'No.', { headers: { 'Retry-After': '61' } }),
    ],
    ['an internal error', new Error('The database is unavailable.')],
  ])('accepts the same form again after %s', async (_what, error) => {
    const token = await opened();
    submit.mockRejectedValueOnce(error);
    const refused = send({ token });
    if (error instanceof ApiError) expect((await refused).token).toBe(token);
    else await expect(refused).rejects.toBe(error);
    expect((await send({ token })).messages).toBeUndefined();
  });

  it('shows the form again while the database is away, and accepts it later', async () => {
    const token = await opened();
    submit.mockRejectedValueOnce(new DatabaseAwayError('stopped'));
    const messages = [english.texts.errors.unavailableLead];
    expect(await send({ token })).toMatchObject({ status: 503, token, messages });
    expect((await send({ token })).messages).toBeUndefined();
  });

  it('returns the number of minutes until the next attempt', async () => {
    const headers = { 'Retry-After': '61' };
    submit.mockRejectedValueOnce(new ApiError('rate_limited', 'No.', { headers }));
    const { status, messages, ...response } = await send({ token: await opened() });
    expect([status, messages]).toEqual([429, [english.texts.forms.tooMany(2)]]);
    expect(response.headers).toEqual(headers);
  });

  it.each([
    ['lists the missing fields of a form', { city: '' }, english.texts.missing.fields.city.wrong],
    ['asks the visitor to wait with a valid form', {}, english.texts.forms.early],
  ])(
    '%s that is sent too fast, and accepts it three seconds after it was issued',
    async (_title, fields, message) => {
      const { token } = await forms.blank(FORM);
      clock.advance(EARLIEST_MS - 1);
      const refused = await send({ token, ...fields });
      expect(refused).toMatchObject({ status: 400, token, messages: [message] });
      expect(submit).not.toHaveBeenCalled();
      clock.advance(1);
      expect((await send({ token })).messages).toBeUndefined();
    },
  );

  it('accepts a form without fields at once, but only once', async () => {
    const form = { name: 'confirmation', fields: [] };
    const { token } = await forms.blank(form);
    const visit = { request: { headers: {} }, reply: { status: jest.fn() }, body: { token } };
    const press = () =>
      forms.receive(visit as unknown as FormVisit, { form, texts: () => ({}) }, { submit });
    expect(await press()).toBeUndefined();
    expect((await press())?.problems).toHaveLength(1);
    expect(submit).toHaveBeenCalledTimes(1);
  });
});
