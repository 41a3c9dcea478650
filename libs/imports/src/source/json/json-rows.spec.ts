import { ColumnMapper } from '../../columns/column-map.js';
import { FeatureCutter } from './feature-cutter.js';
import { checkCollection, checkList, JsonRows } from './json-rows.js';

/** Splits a text into chunks of the given length. */
const pieces = (text: string, length: number) =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, i) =>
    text.slice(i * length, (i + 1) * length),
  );

async function* stream(text: string, length = 7) {
  yield* pieces(text, length);
}

const LIST =
  '[\n {"name": "Loon [Cafe]", "tags": ["a", {"b": 1}]},\n {"name": "Birch \\"Books\\""}\n]\n';

describe(JsonRows.name, () => {
  it('reads the objects of a list with any chunk boundaries', () => {
    for (let length = 1; length <= LIST.length; length++) {
      const rows = new JsonRows('record', new FeatureCutter('list'), new ColumnMapper());
      expect(pieces(LIST, length).flatMap((piece) => rows.push(piece))).toMatchObject([
        { line: 2, record: { name: 'Loon [Cafe]' } },
        { line: 3, record: { name: 'Birch "Books"' } },
      ]);
    }
  });
});

describe(checkList.name, () => {
  it('accepts a complete list of objects', async () => {
    await expect(checkList(stream(LIST))).resolves.toBeUndefined();
  });

  it.each([
    ['[{"name":"A"},{"name":"B"}', 'not a complete JSON list'],
    ['[{"name":"A"}] [', 'not a complete JSON list'],
    ['[["name","city"],["A","Ely"]]', 'Element 1 of the list is not an object.'],
    ['[{"name":"A, [B]"}, {"tags":[1, 2]} ,"x",null]', 'Element 3 of the list is not an object.'],
    ['[{"name":"A"},null]', 'Element 2 of the list is not an object.'],
    ['[]', 'It is empty.'],
    [`[${' '.repeat(70_000)}{}]`, 'exceeds 65536 characters'],
  ])('refuses %.40s', async (text, reason) => {
    await expect(checkList(stream(text, 10_000))).rejects.toThrow(reason);
  });
});

describe(checkCollection.name, () => {
  it.each([
    ['"bbox":[1,2],"features":[{"a":[1,2]},\n3]', 'Element 2 of the list is not an object.'],
    [
      `"a":"${' '.repeat(70_000)}","features":[{}]`,
      'outside its features exceeds 65536 characters',
    ],
  ])('refuses %.40s', async (members, reason) => {
    const text = `{"type":"FeatureCollection",${members}}`;
    await expect(checkCollection(stream(text, 10_000))).rejects.toThrow(reason);
  });
});
