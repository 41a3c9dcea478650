import { BoundedMap } from './bounded-map.js';

describe(BoundedMap.name, () => {
  it('forgets what was not asked for the longest', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.get('a');
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2]);
  });

  it('does not grow by setting the same again', () => {
    const map = new BoundedMap<string, number>(2);
    for (let i = 0; i < 10; i++) map.set('a', i);
    expect([map.get('a'), map.size]).toEqual([9, 1]);
  });
});
