import { FeatureCutter } from './feature-cutter.js';

const COLLECTION = `{"type":"FeatureCollection","name":"a \\"features\\": [","bbox":[1,[2]],
"features":[
{"a":"}]\\"","b":{"c":[1]}},
  {"a":2}
,{}],"crs":null}`;

function cut(text: string, size: number) {
  const cutter = new FeatureCutter();
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g'))!;
  const features = pieces.flatMap((piece) => cutter.push(piece));
  return { features, envelope: cutter.envelope };
}

describe(FeatureCutter.name, () => {
  it.each([1, 7, 1000])('finds features and their lines in pieces of %d', (size) => {
    const { features, envelope } = cut(COLLECTION, size);
    expect(features).toEqual([
      { line: 3, text: '{"a":"}]\\"","b":{"c":[1]}}', isCut: false },
      { line: 4, text: '{"a":2}', isCut: false },
      { line: 5, text: '{}', isCut: false },
    ]);
    expect(JSON.parse(envelope)).toEqual({
      type: 'FeatureCollection',
      name: 'a "features": [',
      bbox: [1, [2]],
      features: [],
      crs: null,
    });
  });

  it('keeps only the beginning of an endless feature', () => {
    const endless = `{"features":[{"a":"${'x'.repeat(2_000_000)}"},{"a":1}]}`;
    const { features } = cut(endless, 100_000);
    expect(features.map(({ isCut, text }) => [isCut, text.length])).toEqual([
      [true, 200],
      [false, 7],
    ]);
  });
});
