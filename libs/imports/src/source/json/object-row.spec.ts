import { ColumnMapper } from '../../columns/column-map.js';
import { flatten, objectRow } from './object-row.js';

const row = (object: unknown) => objectRow(7, JSON.stringify(object), new ColumnMapper());
const withFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [i === 0 ? 'name' : `f${i}`, 'x']));

describe(objectRow.name, () => {
  it('reads up to a thousand fields', () => {
    expect(row(withFields(1_000))).toMatchObject({ line: 7, record: { name: 'x' } });
    expect(row(withFields(1_001))).toMatchObject({ problem: 'It has more than 1000 fields.' });
  });

  it('rejects an object that is nested more than 64 deep', () => {
    const nested = (levels: number) => {
      const tags = '['.repeat(levels - 1) + ']'.repeat(levels - 1);
      return objectRow(7, `{"name":"Deep","tags":${tags}}`, new ColumnMapper());
    };
    expect(nested(64)).toMatchObject({ record: { name: 'Deep' } });
    for (const levels of [65, 400_000]) {
      expect(nested(levels)).toMatchObject({
        problem: 'Its lists and objects are nested more than 64 deep.',
      });
    }
  });

  it.each<[string, unknown]>([
    ['a point', { type: 'Point', coordinates: [-92.1, 46.8] }],
    ['the only point of several', { type: 'MultiPoint', coordinates: [[-92.1, 46.8]] }],
  ])('reads %s', (_, geometry) => {
    expect(row({ type: 'Feature', geometry, properties: { name: 'A' } })).toEqual(
      expect.objectContaining({
        record: { name: 'A', latitude: '46.8', longitude: '-92.1' },
        notes: undefined,
      }),
    );
  });

  it.each<[string, unknown]>([
    [
      'two points',
      [
        [-92.1, 46.8],
        [-92.2, 46.8],
      ],
    ],
    ['no point', []],
    ['a damaged point', [7]],
  ])('notes a shape of %s', (_, coordinates) => {
    expect(row({ name: 'A', geometry: { type: 'MultiPoint', coordinates } })).toMatchObject({
      record: { name: 'A' },
      notes: ['geometryIsNoPoint'],
    });
  });

  it('passes on a geometry as text', () => {
    expect(row({ name: 'A', geometry: 'POINT (-92.1 46.8)' })).toMatchObject({
      record: { name: 'A', point: 'POINT (-92.1 46.8)' },
    });
  });

  it('reads the tags that ogr2ogr collects, except those with columns of their own', () => {
    const other_tags = '"opening_hours"=>"Mo 09:00-17:00","name"=>"B","note"=>"say \\"hi\\""';
    expect(row({ name: 'A', other_tags })).toMatchObject({
      record: { name: 'A', hours: 'Mo 09:00-17:00' },
    });
  });

  it('treats names of built-in object properties as ordinary fields', () => {
    const text = '{"__proto__":{"name":"no"},"constructor":"c","name":"Loon Cafe"}';
    const read = objectRow(1, text, new ColumnMapper());
    expect(read).toMatchObject({ record: { name: 'Loon Cafe' } });
  });
});

describe(flatten.name, () => {
  it('converts nested values, lists and scalars to cells', () => {
    const cells = flatten({
      name: 'Loon Cafe',
      address: { street: '1 Main St', geo: { deep: { deeper: 1 } } },
      categories: [{ slug: 'cafe', name: 'Cafe' }, { name: 'Bakery' }],
      tags: ['a', 'b'],
      hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }],
      employees: 12,
      closed: false,
      phone: null,
      none: [],
    });
    expect(Object.fromEntries(cells)).toEqual({
      name: 'Loon Cafe',
      addressstreet: '1 Main St',
      categories: 'Cafe;Bakery',
      tags: 'a;b',
      hours: '[{"day":"monday","opens":"09:00","closes":"17:00"}]',
      employees: '12',
      closed: 'false',
      phone: '',
      none: '',
    });
  });
});
