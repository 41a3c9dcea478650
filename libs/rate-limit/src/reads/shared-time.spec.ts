import { SharedTime } from './shared-time.js';

describe(SharedTime.name, () => {
  it('divides each millisecond among the tasks that run', () => {
    let now = 1_000;
    const time = new SharedTime(() => now);
    const alone = time.begin();
    now += 10;
    const second = time.begin();
    now += 10;
    expect(second()).toBe(5);
    now += 7;
    expect(alone()).toBe(22);
    now += 1_000;
    const later = time.begin();
    now += 3;
    expect(later()).toBe(3);
  });
});
