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
  representRecord(found, { kind: 'business', name: 'name' }, ENVIRONMENT);
const refusal = (found: Parameters<typeof represent>[0]): ApiError => {
  try {
    represent(found);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('It was represented.');
};

describe(representRecord.name, () => {
  it('is the record with its absolute address, at the version that it was read at', () => {
    const { version, body, movedTo } = represent({ version: '7', record: BUSINESS });
    expect({ version, body, movedTo }).toEqual({
      version: '7',
      body: { success: true, data: { ...BUSINESS, url: ADDRESS } },
      movedTo: undefined,
    });
  });

  it('leads from a former address to the present one, and only from there', () => {
    const found = { version: '7', record: BUSINESS };
    expect(represent({ ...found, isFormer: true }).movedTo).toBe(BUSINESS.url);
    expect(represent({ ...found, isFormer: false }).movedTo).toBeUndefined();
  });

  it('says of nothing that there is none, and of a tombstone what it was', () => {
    expect(refusal(undefined)).toMatchObject({
      code: 'not_found',
      message: 'There is no business with this id or slug.',
    });
    const removedAt = '2026-11-20T12:00:00.000Z';
    expect(refusal({ version: '7', record: { ...BUSINESS, removedAt } })).toMatchObject({
      code: 'gone',
      message: 'Loon Café was removed from the directory.',
      data: { ...BUSINESS, removedAt, url: ADDRESS },
    });
  });
});
