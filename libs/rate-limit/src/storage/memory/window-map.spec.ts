import { type BucketWindow, WindowMap } from './window-map.js';

const CAPACITY = 6;

const windowOf = (bucket: string, count = 1): BucketWindow => ({
  bucket,
  count,
  savedCount: 0,
  resetsAt: 0,
});

describe(WindowMap.name, () => {
  let windows: WindowMap;
  beforeEach(() => {
    windows = new WindowMap(CAPACITY);
  });

  const add = (...buckets: string[]) => {
    for (const bucket of buckets) windows.set(windowOf(bucket));
  };
  const held = () => [...windows.values()].map(({ bucket }) => bucket);

  it('holds windows up to its capacity, from the oldest to the newest', () => {
    add('a', 'b', 'c', 'd', 'e', 'f');
    expect(held()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(windows.get('a')).toEqual(windowOf('a'));
    expect(windows.get('f')).toEqual(windowOf('f'));
  });

  it('evicts only the older half for one more', () => {
    add('a', 'b', 'c', 'd', 'e', 'f', 'g');
    expect(held()).toEqual(['d', 'e', 'f', 'g']);
    expect(windows.get('c')).toBeUndefined();
    expect(windows.get('d')).toBeDefined();
  });

  it('keeps only the last window set for a bucket', () => {
    add('a', 'b', 'c', 'd');
    windows.set(windowOf('a', 7));
    expect(windows.get('a')!.count).toBe(7);
    expect(held()).toEqual(['b', 'c', 'd', 'a']);
    windows.set(windowOf('d', 8));
    expect(held()).toEqual(['b', 'c', 'd', 'a']);
    expect(windows.get('d')!.count).toBe(8);
  });
});
