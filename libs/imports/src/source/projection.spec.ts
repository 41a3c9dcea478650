import { projectionOf } from './projection.js';

describe(projectionOf.name, () => {
  // By definition, the coordinates at a projection's center are its false origin.
  it.each([
    ['EPSG:26915', [500_000, 4_982_950.4], [-93, 45]],
    ['urn:ogc:def:crs:EPSG::32615', [500_000, 4_982_950.4], [-93, 45]],
    ['http://www.opengis.net/def/crs/EPSG/0/26991', [800_000, 100_000], [-93.1, 46.5]],
    ['urn:ogc:def:crs:EPSG:6.3:26992', [800_000, 100_000], [-94.25, 45]],
    ['EPSG:26851', [2_624_666.6667, 328_083.3333], [-94, 43]],
    ['EPSG:3857', [-10_352_712.6438, 5_621_521.4862], [-93, 45]],
  ] as [string, [number, number], [number, number]][])('converts %s', (name, point, degrees) => {
    const [longitude, latitude] = projectionOf(name)!(point);
    expect(longitude).toBeCloseTo(degrees[0], 6);
    expect(latitude).toBeCloseTo(degrees[1], 6);
  });

  it.each(['urn:ogc:def:crs:OGC:1.3:CRS84', 'OGC:CRS84', 'EPSG:4326', 'EPSG:4269'])(
    'returns no projection for %s',
    (name) => {
      expect(projectionOf(name)).toBeUndefined();
    },
  );

  it('uses the definition of an unknown EPSG number unless it is too long', () => {
    const wkt =
      'PROJCS["Mine",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],' +
      'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],' +
      'PARAMETER["latitude_of_origin",45],PARAMETER["central_meridian",-93],PARAMETER["scale_factor",1],' +
      'PARAMETER["false_easting",1000],PARAMETER["false_northing",2000],UNIT["metre",1]]';
    const [longitude, latitude] = projectionOf('MINE:1', wkt)!([1_000, 2_000]);
    expect([longitude, latitude]).toEqual([expect.closeTo(-93, 6), expect.closeTo(45, 6)]);
    expect(() => projectionOf('MINE:1', wkt.padEnd(20_001))).toThrow(
      'unknown reference system (MINE:1)',
    );
  });

  it.each(['EPSG:26715', 'EPSG:99999', '', '__proto__', 'toString', 'PROJCS['])(
    'refuses %j',
    (name) => {
      expect(() => projectionOf(name)).toThrow('Its coordinates use an unknown reference system');
    },
  );
});
