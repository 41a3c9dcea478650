import type { Environment } from '#libs/config/src/environment.js';
import type { ApiError } from '#libs/http/src/errors/api-error.js';
import { representRecord } from './representation.js';

const ENVIRONMENT = { PUBLIC_URL: 'https://directory.test' } as Environment;
const BUSINESS = {
  id: '018f3b5e-0000-7000-8000-000000000001',
  name: 'Loon Café',
  url: '/api/v1/businesses/018f3b5e-0000-7000-8000-000000000001',
  removedAt: null as string | null,
};
const ADDRESS = `https://directory.test${BUSINESS.url}`;

const represent = (found: Parameters<typeof representRecord<typeof BUSINESS>>[0]) =>
  representRecord(
    found,
    { kind: 'business', name: 'name', idOrSlug: 'loon', operation: 'GET /api/v1/businesses' },
    ENVIRONMENT,
  );
const refusal = (found: Parameters<typeof represent>[0]): ApiError => {
  try {
    represent(found);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('No error was thrown.');
};

describe(representRecord.name, () => {
  it('contains the record with its absolute URL and the version it was read at', () => {
    const { version, body, movedTo } = represent({ version: '7', record: BUSINESS });
    expect({ version, body, movedTo }).toEqual({
      version: '7',
      body: { success: true, data: { ...BUSINESS, url: ADDRESS } },
      movedTo: undefined,
    });
  });

  it('redirects from a former URL only', () => {
    const found = { version: '7', record: BUSINESS };
    expect(represent({ ...found, isFormer: true }).movedTo).toBe(BUSINESS.url);
    expect(represent({ ...found, isFormer: false }).movedTo).toBeUndefined();
  });

  it('throws not_found without a record, and gone with the data of a tombstone', () => {
    expect(refusal(undefined)).toMatchObject({
      code: 'not_found',
      message: 'There is no business "loon". Use GET /api/v1/businesses to find one.',
    });
    const removedAt = '2026-11-20T12:00:00.000Z';
    expect(refusal({ version: '7', record: { ...BUSINESS, removedAt } })).toMatchObject({
      code: 'gone',
      message: 'Loon Café was removed from the directory.',
      data: { ...BUSINESS, removedAt, url: ADDRESS },
    });
  });
});
