import { ColumnMapper } from '../../columns/column-mapper.js';
import { objectRow } from './object-row.js';

const row = (object: unknown) => objectRow(7, JSON.stringify(object), new ColumnMapper());
const withFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [i === 0 ? 'name' : `f${i}`, 'x']));

describe(objectRow.name, () => {
  it('reads up to a thousand fields', () => {
    expect(row(withFields(1_000))).toMatchObject({ line: 7, record: { name: 'x' } });
    expect(row(withFields(1_001))).toMatchObject({ problem: 'It has more than 1000 fields.' });
  });

  it('rejects an object that is nested too deep', () => {
    const tags = JSON.parse('['.repeat(80) + ']'.repeat(80)) as unknown;
    expect(row({ name: 'Deep', tags })).toMatchObject({
      problem: 'Its lists and objects are nested more than 64 deep.',
    });
  });

  it('treats names of built-in object properties as ordinary fields', () => {
    const text = '{"__proto__":{"name":"no"},"constructor":"c","name":"Loon Cafe"}';
    const read = objectRow(1, text, new ColumnMapper());
    expect(read).toMatchObject({ record: { name: 'Loon Cafe' } });
  });
});
