import { cleanCoordinates, pairIn } from './coordinates.js';

const value = { latitude: 44.95, longitude: -93.09 };

describe(cleanCoordinates.name, () => {
  it.each([
    ['44.95', '-93.09', { value }],
    ['44.95', '93.09', { value, note: 'coordinatesMended' }],
    ['-93.09', '44.95', { value, note: 'coordinatesMended' }],
    ['43.48', '-95.1', { value: { latitude: 43.48, longitude: -95.1 } }],
    [null, null, { value: null }],
    ['0', '0', { value: null }],
    ['0', '-93.09', { value: null, note: 'coordinatesElsewhere' }],
    ['44.95', '0', { value: null, note: 'coordinatesElsewhere' }],
    ['44.95', null, { value: null, note: 'coordinatesUnreadable' }],
    [null, '-93.09', { value: null, note: 'coordinatesUnreadable' }],
    ['44.95', 'west', { value: null, note: 'coordinatesUnreadable' }],
    ['north', '-93.09', { value: null, note: 'coordinatesUnreadable' }],
    ['north', 'west', { value: null, note: 'coordinatesUnreadable' }],
    ['1e1', '-93.09', { value: null, note: 'coordinatesUnreadable' }],
    ['40.7', '-74.0', { value: null, note: 'coordinatesElsewhere' }],
    ['5411800.868', '-10394207.24', { value: null, note: 'coordinatesElsewhere' }],
  ])('%j, %j → %j', (latitude, longitude, expected) => {
    expect(cleanCoordinates(latitude, longitude)).toEqual(expected);
  });
});

describe(pairIn.name, () => {
  const pair = { latitude: '46.8', longitude: '-92.1' };

  it.each([
    ['POINT (-92.1 46.8)', pair],
    ['SRID=4326;POINT(-92.1 46.8)', pair],
    ['Point Z (-92.1 46.8 180.5)', pair],
    ['MULTIPOINT ((-92.1 46.8))', pair],
    ['(46.8, -92.1)', pair],
    ['46.8,-92.1', pair],
    ['1 Main St, Duluth, MN 55802 (46.8, -92.1)', pair],
    ['MULTIPOINT ((-92.1 46.8), (-92.2 46.8))', undefined],
    ['POLYGON ((-92 46, -93 46, -93 47, -92 46))', undefined],
    ['1 Main St, Ely', undefined],
    [`POINT (${'1'.repeat(300)}`, undefined],
    ['', undefined],
  ])('%j', (text, expected) => {
    expect(pairIn(text)).toEqual(expected);
  });
});
