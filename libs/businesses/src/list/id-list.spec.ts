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
  it('holds what the database sends', () => {
    fc.assert(
      fc.property(distinct, (numbers) => expect(contentOf(listOf(numbers))).toEqual(numbers)),
    );
  });

  it('cuts pages, also past its end', () => {
    const list = listOf([5, 6, 7]);
    expect(list.slice(0, 2)).toEqual([5, 6]);
    expect(list.slice(2, 2)).toEqual([7]);
    expect(list.slice(3, 2)).toEqual([]);
    expect(list.slice(1e9, 100)).toEqual([]);
  });

  it('removes and inserts as an array does, and leaves its copies alone', () => {
    const change = fc.record({ remove: fc.nat(40), insert: fc.nat(40), before: fc.nat(40) });
    fc.assert(
      fc.property(distinct, fc.array(change, { maxLength: 200 }), (numbers, changes) => {
        const list = listOf(numbers);
        const copy = list.copy();
        const model = [...numbers];
        for (const { remove, insert, before } of changes) {
          const removed = model[remove] ?? remove;
          list.remove(removed);
          if (model.includes(removed)) model.splice(model.indexOf(removed), 1);
          if (model.includes(insert)) continue;
          const next = model[before] ?? null;
          expect(list.insert(insert, next)).toBe(true);
          model.splice(next === null ? model.length : before, 0, insert);
        }
        expect(contentOf(list)).toEqual(model);
        expect(contentOf(copy)).toEqual(numbers);
      }),
    );
  });

  it('has what is in it, from the first to the last, and nothing that was removed', () => {
    const list = listOf([5, 6, 7]);
    expect([4, 5, 6, 7, 8].map((number) => list.has(number))).toEqual([
      ...[false, true, true, true, false],
    ]);
    list.remove(7);
    expect(list.has(7)).toBe(false);
    // Where there is room, there is no business of number 0.
    expect(list.has(0)).toBe(false);
  });

  it('takes as many more as come, at either end', () => {
    const list = listOf([500]);
    const [before, after] = [500, 1_000].map((from) =>
      Array.from({ length: 300 }, (_, n) => from + 1 + n),
    ) as [number[], number[]];
    let next = 500;
    for (const number of before) {
      expect(list.insert(number, next)).toBe(true);
      next = number;
    }
    for (const number of after) expect(list.insert(number, null)).toBe(true);
    expect(contentOf(list)).toEqual([...before.reverse(), 500, ...after]);
    expect([...list.all()]).toEqual(contentOf(list));
    expect(list.bytes).toBeGreaterThanOrEqual(4 * list.total);
  });

  it('puts some before all others, in their order, whether it had them or not', () => {
    const list = listOf([5, 6, 7]);
    list.putFirst([7, 9, 5]);
    expect(contentOf(list)).toEqual([7, 9, 5, 6]);
    const empty = listOf([]);
    empty.putFirst([2, 1]);
    expect(contentOf(empty)).toEqual([2, 1]);
  });

  it('refuses to insert before what it does not have', () => {
    const list = listOf([5, 6]);
    list.remove(6);
    expect(list.insert(7, 6)).toBe(false);
    expect(contentOf(list)).toEqual([5]);
  });
});
