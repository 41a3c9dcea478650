import fc from 'fast-check';
import { IdList } from './id-list.js';

const listOf = (numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return IdList.from(bytes);
};
const contentOf = (list: IdList) => list.slice(0, list.total);
const distinct = fc.uniqueArray(fc.nat(0xffff_ffff), { maxLength: 40 });

describe(IdList.name, () => {
  it('contains the numbers sent by the database', () => {
    fc.assert(
      fc.property(distinct, (numbers) => expect(contentOf(listOf(numbers))).toEqual(numbers)),
    );
  });

  it('returns pages, including pages past the end', () => {
    const list = listOf([5, 6, 7]);
    expect(list.slice(0, 2)).toEqual([5, 6]);
    expect(list.slice(2, 2)).toEqual([7]);
    expect(list.slice(3, 2)).toEqual([]);
    expect(list.slice(1e9, 100)).toEqual([]);
  });

  it('equals a fresh list after changes, and does not change itself', () => {
    const state = fc.record({
      before: fc.uniqueArray(fc.nat(60), { maxLength: 40 }),
      after: fc.uniqueArray(fc.nat(60), { maxLength: 40 }),
    });
    fc.assert(
      fc.property(state, fc.func(fc.boolean()), ({ before, after }, mayMove) => {
        const list = listOf(before);
        // Businesses that stay keep their order. All others have changed.
        const staying = new Set(
          after.filter((number) => before.includes(number) && !mayMove(number)),
        );
        const inOrder = before.filter((number) => staying.has(number)).values();
        const then = after.map((number) =>
          staying.has(number) ? (inOrder.next().value as number) : number,
        );
        const changes = [...new Set([...before, ...then])]
          .filter((number) => !staying.has(number))
          .map((number) => {
            const place = then.indexOf(number);
            return { number, isMatch: place >= 0, next: then[place + 1] ?? null };
          })
          .map((change) => (change.isMatch ? change : { ...change, next: null }));
        expect(contentOf(list.changed(changes)!)).toEqual(then);
        expect(contentOf(list)).toEqual(before);
      }),
    );
  });

  it('distinguishes numbers with the same last bits', () => {
    const list = listOf([1, 1 + 2 ** 16, 1 + 2 ** 17]);
    const gone = { number: 1 + 2 ** 17, isMatch: false, next: null };
    const come = { number: 7, isMatch: true, next: 1 + 2 ** 16 };
    expect(contentOf(list.changed([gone, come])!)).toEqual([1, 7, 1 + 2 ** 16]);
    expect(list.hasAny(new Set([1 + 2 ** 18]))).toBe(false);
  });

  it('finds numbers from the first to the last', () => {
    const list = listOf([5, 6, 7]);
    const has = (...numbers: number[]) => list.hasAny(new Set(numbers));
    expect([4, 5, 6, 7, 8].map((number) => has(number))).toEqual([
      ...[false, true, true, true, false],
    ]);
    expect([has(4, 7), has(4, 8), has()]).toEqual([true, false, false]);
  });

  it('reports its memory, even after it has become shorter', () => {
    const list = listOf([5, 6, 7]);
    expect(list.bytes).toBe(12);
    const shorter = list.changed([{ number: 6, isMatch: false, next: null }])!;
    expect(contentOf(shorter)).toEqual([5, 7]);
    expect([shorter.total, [...shorter.all()]]).toEqual([2, [5, 7]]);
    expect(shorter.bytes).toBeGreaterThanOrEqual(8);
  });

  it('moves given numbers to the front in their order, or adds them', () => {
    const list = listOf([5, 6, 7]);
    expect(contentOf(list.withFirst([7, 9, 5]))).toEqual([7, 9, 5, 6]);
    expect(contentOf(list)).toEqual([5, 6, 7]);
    expect(contentOf(listOf([]).withFirst([2, 1]))).toEqual([2, 1]);
  });

  it('returns undefined if a change refers to a next number that is not in the list', () => {
    const list = listOf([5, 6]);
    expect(list.changed([{ number: 7, isMatch: true, next: 8 }])).toBeUndefined();
    const gone = { number: 6, isMatch: false, next: null };
    expect(list.changed([gone, { number: 7, isMatch: true, next: 6 }])).toBeUndefined();
  });
});
