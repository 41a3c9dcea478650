import { parseRedisUrl } from './redis-url.js';

describe(parseRedisUrl.name, () => {
  it.each([
    'redis://host',
    'redis://host:6379/2',
    'rediss://user:p%40ss@host:6380',
    'redis://:secret@[::1]:6379',
  ])('keeps %s unchanged', (url) => {
    expect(parseRedisUrl(url)).toMatchObject({ kind: 'server', url });
  });

  it('parses the nodes of a cluster', () => {
    expect(parseRedisUrl('rediss-cluster://user:p%40ss@a,b:7001,[::1]:7002')).toEqual({
      kind: 'cluster',
      isEncrypted: true,
      user: 'user',
      password: 'p@ss',
      nodes: [
        { host: 'a', port: 6379 },
        { host: 'b', port: 7001 },
        { host: '::1', port: 7002 },
      ],
    });
  });

  it('parses sentinels, the master name, the database and the sentinel password', () => {
    const url = 'redis-sentinel://:secret@a:26380,b/mymaster/3?sentinelPassword=other%20one';
    expect(parseRedisUrl(url)).toEqual({
      kind: 'sentinel',
      isEncrypted: false,
      user: undefined,
      password: 'secret',
      nodes: [
        { host: 'a', port: 26380 },
        { host: 'b', port: 26379 },
      ],
      masterName: 'mymaster',
      database: 3,
      sentinelPassword: 'other one',
    });
    expect(parseRedisUrl('redis-sentinel://a/mymaster')).toMatchObject({ database: 0 });
  });

  it.each([
    'http://host',
    'redis:host',
    'redis://',
    'redis://a,b',
    'redis://host:99999',
    'redis://host/zero',
    'redis://:50%off@host',
    'redis-cluster://:50%off@a,b',
    'redis-cluster://',
    'redis-cluster://a,,b',
    'redis-cluster://a,b:port',
    'redis-cluster://a/1',
    'redis-sentinel://a,b',
    'redis-sentinel://a/mymaster/x',
    'redis-sentinel://a/mymaster?sentinelpassword=typo',
    'redis-sharded://a',
  ])('rejects %s', (url) => {
    expect(parseRedisUrl(url)).toBeUndefined();
  });
});
