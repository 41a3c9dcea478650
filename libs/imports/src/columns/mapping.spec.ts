import { parseMapping } from './mapping.js';

describe(parseMapping.name, () => {
  const refuse = (reason: string) => new Error(`The mapping ${reason}`);

  it.each([
    ['one column', '"Facility"', ['Facility']],
    ['several columns in order', '["Phone 1", "Phone 2"]', ['Phone 1', 'Phone 2']],
    ['none', 'null', []],
    ['one value for all rows', '{"value": "Ely"}', { value: 'Ely' }],
    [
      'replaced values',
      '{"columns": "Type", "values": {"a": "b"}}',
      { columns: ['Type'], values: { a: 'b' } },
    ],
    ['keys in any order', '{"values": {}, "columns": ["Type"]}', { columns: ['Type'], values: {} }],
  ])('accepts %s for a field', (_, given, category) => {
    expect(parseMapping(`{"category": ${given}}`, refuse)).toEqual({ category });
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
    expect(() => parseMapping(text, refuse)).toThrow(reason);
  });
});
