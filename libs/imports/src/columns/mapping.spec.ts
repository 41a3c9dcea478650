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

  it.each([
    ['{name: Facility}', 'The mapping is not valid JSON.'],
    ['["Facility"]', 'The mapping must be an object such as'],
    ['null', 'The mapping must be an object such as'],
    ['"name"', 'The mapping must be an object such as'],
    ['{"title": "Facility"}', 'The mapping has an unknown field "title". Fields are: '],
    ['{"name": 3}', 'The mapping must map "name" to a column name, a list of names, or null.'],
    ['{"name": ["Facility", 3]}', 'The mapping must map "name" to a column name'],
    ['{"name": {"column": "Facility"}}', 'The mapping must map "name" to a column name'],
  ])('refuses %s: %s', (text, reason) => {
    expect(() => parseMapping(text, 'The mapping')).toThrow(reason);
  });
});
