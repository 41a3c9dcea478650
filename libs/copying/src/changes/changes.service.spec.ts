import { gunzipSync } from 'node:zlib';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Database } from '#libs/database/src/database.js';
import type { ContentCoding } from '#libs/response-cache/src/content-coding.js';
import { endOf } from '../position.js';
import type { ChangeCriteria } from '../copying.repository.js';
import { ChangesService } from './changes.service.js';

const EPOCH = '5d8e20f1-4b0c-4a73-9d52-3b8f6f0e2a11';
const CHANGED_AT = new Date('2026-11-21T12:00:00Z');

describe(ChangesService.name, () => {
  let query: jest.Mock;
  let service: ChangesService;

  beforeEach(() => {
    // The only change echoes the query parameters in its record.
    query = jest.fn(async (_text: string, values: unknown[]) => ({
      rows: [
        {
          version: '7',
          epoch: EPOCH,
          changedAt: CHANGED_AT,
          time: CHANGED_AT,
          kind: 2,
          type: 'business',
          id: '1',
          record: JSON.stringify({ url: '/api/v1/businesses/loon', values }),
        },
      ],
    }));
    const database = { reads: { primary: { query } } } as unknown as Database;
    service = new ChangesService(database, loadEnvironment({}));
  });

  const ask = async (
    criteria: Partial<ChangeCriteria> = {},
    coding: ContentCoding = 'identity',
  ) => {
    const { bytes } = await service.page({ limit: 10, ...criteria }, coding);
    return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  };

  it('returns matching results for different concurrent requests', async () => {
    const asked: Parameters<typeof ask>[] = [
      [],
      [{ limit: 11 }],
      [{ type: ['deal'] }],
      [{ type: ['deal', 'event'] }],
      [{ after: endOf(EPOCH.slice(0, 8), CHANGED_AT) }],
      [{ after: endOf(EPOCH.slice(0, 8), new Date(CHANGED_AT.getTime() - 1)) }],
      [{}, 'gzip'],
    ];
    const together = await Promise.all(asked.map((each) => ask(...each)));
    const alone = [];
    for (const each of asked) alone.push(await ask(...each));
    expect(together).toEqual(alone);
    expect(new Set(together).size).toBe(asked.length - 1);
  });

  it('reads once for identical concurrent requests and again for later ones', async () => {
    await Promise.all([ask(), ask(), ask()]);
    expect(query).toHaveBeenCalledTimes(1);
    await ask();
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('does not cache a failed read', async () => {
    query.mockRejectedValueOnce(new Error('The database is away.'));
    await expect(ask()).rejects.toThrow('away');
    expect(await ask()).toContain('"success":true');
  });
});
