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
  it.each([1, 7, 1000])('finds features and their lines in chunks of %d', (size) => {
    const { features, envelope } = cut(COLLECTION, size);
    expect(features).toEqual([
      { number: 3, text: '{"a":"}]\\"","b":{"c":[1]}}', isCut: false },
      { number: 4, text: '{"a":2}', isCut: false },
      { number: 5, text: '{}', isCut: false },
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

  it.each([
    ['other lists before the features', (i: number) => `"a${i}":[],`],
    ['names that only end like it', (i: number) => `"features${i}":["x"],"no features":[{}],`],
  ])('finds features after 150,000 members: %s', (_, member) => {
    const members = Array.from({ length: 150_000 }, (_, i) => member(i)).join('');
    const started = performance.now();
    const { features } = cut(`{${members}"features" : [{"a":1}]}`, 256 * 1024);
    expect(features.map(({ text }) => text)).toEqual(['{"a":1}']);
    // It took a minute when each list was compared with all preceding text.
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('reports an envelope that exceeds the limit', () => {
    const around = (length: number) => {
      const cutter = new FeatureCutter();
      const name = 'x'.repeat(length - '{"name":"","features":[]}'.length);
      cutter.push(`{"name":"${name}","fea`);
      cutter.push(`tures":[{"a":1}]}`);
      return cutter;
    };
    expect(around(65_536).isEnvelopeCut).toBe(false);
    expect(JSON.parse(around(65_536).envelope)).toMatchObject({ features: [] });
    expect(around(65_537).isEnvelopeCut).toBe(true);
  });
});
