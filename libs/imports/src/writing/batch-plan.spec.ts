import { cleanRow } from '../../../../test/support/clean-row.ts';
import type { RawRecord } from '../columns/fields.js';
import { BatchPlan } from './batch-plan.js';
import { toCandidate } from './candidate.js';
import { DirectoryChanges } from './directory-changes.js';
import { UNNAMED } from './import-source.js';
import type { StoredBusiness } from './stored-business.js';
import type { RowMark, StoredRow } from './stored-row.js';

const cafe = { name: 'Loon Cafe', street: '1 Main St', city: 'Ely', phone: '218-555-0100' };

const OPTIONS = {
  source: UNNAMED,
  marks: new Map<string, RowMark>(),
  today: '2026-11-02',
  firstLineOf: () => undefined,
};
const candidate = (raw: RawRecord) => toCandidate({ row: cleanRow(raw), line: 1 });
const planOver = (stored: StoredBusiness[], rows = new Map<string, StoredRow[]>()) => {
  const changes = new DirectoryChanges(rows, null);
  return { changes, rows, plan: new BatchPlan(stored, changes, OPTIONS) };
};
const planOf = (raws: RawRecord[], stored = [] as RawRecord[]) => {
  const before = planOver([]);
  for (const raw of stored) before.plan.add(candidate(raw));
  const { plan, changes } = planOver([...before.changes.inserts], before.rows);
  const planned = raws.map((raw) => plan.add(candidate(raw)));
  return { plan: changes, planned, outcomes: planned.map(({ outcome }) => outcome) };
};

describe(BatchPlan.name, () => {
  it.each([['in one order', false] as const, ['in the other', true] as const])(
    'merges the values of rows with one identity, %s',
    (_, isReversed) => {
      const second = {
        ...cafe,
        name: 'The Loon Cafe',
        phone: '218-555-0199',
        website: 'a.example',
      };
      const rows = isReversed ? [second, cafe] : [cafe, second];
      const { plan, planned, outcomes } = planOf(rows);
      expect([outcomes, plan.inserts.size, plan.updates.size]).toEqual([
        ['inserted', 'merged'],
        1,
        0,
      ]);
      expect(planned[1]!.business).toMatchObject({
        name: 'The Loon Cafe',
        phone: '+12185550100',
        website: 'https://a.example',
      });
    },
  );

  it('updates changed businesses and leaves others unchanged', () => {
    const changed = { ...cafe, phone: '218-555-0199' };
    expect(planOf([changed], [cafe]).outcomes).toEqual(['updated']);
    expect(planOf([cafe], [cafe]).outcomes).toEqual(['unchanged']);
  });

  it('merges a row with another identity if it is certainly the same business', () => {
    const nearly = { name: 'LOON CAFE', city: 'Ely', phone: '2185550100', email: 'a@example.com' };
    const { plan, planned, outcomes } = planOf([nearly], [cafe]);
    expect([outcomes, plan.updates.size]).toEqual([['merged'], 1]);
    expect(planned[0]!.business).toMatchObject({ street: '1 Main St', email: 'a@example.com' });
  });

  it('never merges two ZIP codes, and recognizes each one again', () => {
    const rows = ['55802', '55811'].map((postalCode) => ({
      name: 'Super Foods',
      city: 'Duluth',
      postalCode,
    }));
    expect(planOf(rows).outcomes).toEqual(['inserted', 'inserted']);
    const { outcomes } = planOf([...rows].reverse(), rows);
    expect(outcomes).toEqual(['unchanged', 'unchanged']);
  });

  const care = { name: 'KinderCare', street: '12 Lake St', city: 'Ely', state: 'MN' };

  it.each([
    ['a name with other spaces', 'Kinder Care'],
    ['a name with its place behind it', 'KinderCare - Lake Street'],
  ])('merges %s at the same address, in either order', (_, name) => {
    const one = planOf([{ ...care, name }], [care]);
    const other = planOf([care], [{ ...care, name }]);
    expect([one.outcomes, other.outcomes]).toEqual([['merged'], ['merged']]);
    expect(other.planned[0]!.business.name).toBe(one.planned[0]!.business.name);
  });

  it.each([
    ['a longer name', { name: 'KinderCare Learning Center' }, 'KinderCare'],
    ['a longer name elsewhere', { name: 'KinderCare Learning', street: '14 Lake St' }, undefined],
    ['another name', { name: 'Kindred Spirits' }, undefined],
  ])('inserts %s as its own business', (_, change, similar) => {
    const { planned, outcomes } = planOf([{ ...care, ...change }], [care]);
    expect([outcomes, planned[0]!.similar?.name]).toEqual([['inserted'], similar]);
  });

  it('keeps a removed business removed', () => {
    const { business } = planOf([cafe]).planned[0]!;
    const removed = { ...business, isRemoved: true };
    const { plan, changes } = planOver([removed], new Map([[business.id, []]]));
    expect(plan.add(candidate({ ...cafe, phone: '' })).outcome).toBe('unchanged');
    expect(changes.updates.size).toBe(0);
  });
});
