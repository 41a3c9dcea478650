import { parseMapping } from './mapping.js';

describe(parseMapping.name, () => {
  it('accepts one column, several in order, or none for a field', () => {
    const text = '{"name": "Facility", "phone": ["Phone 1", "Phone 2"], "website": null}';
    expect(parseMapping(text, 'The mapping')).toEqual({
      name: ['Facility'],
      phone: ['Phone 1', 'Phone 2'],
      website: [],
    });
  });

  it('accepts one value for all rows, and replaced values', () => {
    const text =
      '{"city": {"value": "Minneapolis"}, "category": {"columns": "Type", "values": {"Micro": "Brewery: micro"}}}';
    expect(parseMapping(text, 'The mapping')).toEqual({
      city: { value: 'Minneapolis' },
      category: { columns: ['Type'], values: { Micro: 'Brewery: micro' } },
    });
  });

  it('accepts keys in any order', () => {
    const text = '{"category": {"values": {}, "columns": ["Type"]}}';
    expect(parseMapping(text, 'The mapping')).toEqual({
      category: { columns: ['Type'], values: {} },
    });
  });

  it.each([
    ['{name: Facility}', 'The mapping is not valid JSON.'],
    ['["Facility"]', 'The mapping must be an object such as'],
    ['null', 'The mapping must be an object such as'],
    ['"name"', 'The mapping must be an object such as'],
    ['{"title": "Facility"}', 'The mapping has an unknown field "title". Fields are: '],
    ['{"name": 3}', 'The mapping must map "name" to a column name, a list of up to 20 names, null'],
    ['{"name": ["Facility", 3]}', 'The mapping must map "name" to a column name'],
    ['{"name": {"column": "Facility"}}', 'The mapping must map "name" to a column name'],
    ['{"city": {"value": 3}}', 'The mapping must map "city" to a column name'],
    ['{"city": {"columns": "a", "values": {"b": 3}}}', 'The mapping must map "city" to a column'],
    [`{"city": {"value": "${'x'.repeat(101)}"}}`, 'Each text has at most 100 characters.'],
  ])('refuses %s: %s', (text, reason) => {
    expect(() => parseMapping(text, 'The mapping')).toThrow(reason);
  });
});
