import { boundsOf, MAX_ZOOM, MIN_ZOOM, pan, project, unproject, viewOf, zoomBy } from './view.js';

const MINNEAPOLIS = { latitude: 44.9778, longitude: -93.265 };
const view = { ...MINNEAPOLIS, zoom: 10.5, width: 800, height: 600 };

describe(project.name, () => {
  it('centers the picture, with north at the top and west on the left', () => {
    expect(project(MINNEAPOLIS, view)).toEqual({ x: 400, y: 300 });
    const { x, y } = project({ latitude: 45.1, longitude: -93.5 }, view);
    expect(x).toBeLessThan(400);
    expect(y).toBeLessThan(300);
  });

  it('projects to Web Mercator with tiles of 256 pixels', () => {
    const world = { latitude: 0, longitude: 0, zoom: 0, width: 256, height: 256 };
    expect(project({ latitude: 0, longitude: 180 }, world).x).toBeCloseTo(256, 6);
    expect(project({ latitude: 85.0511287798, longitude: 0 }, world).y).toBeCloseTo(0, 6);
    expect(
      project({ latitude: 0, longitude: 180 }, { ...world, zoom: 1, width: 512 }).x,
    ).toBeCloseTo(512, 6);
  });

  it('is reversed by unproject', () => {
    const { x, y } = project({ latitude: 45.5, longitude: -94.1 }, view);
    const point = unproject({ x, y }, view);
    expect(point.latitude).toBeCloseTo(45.5, 9);
    expect(point.longitude).toBeCloseTo(-94.1, 9);
  });
});

describe(viewOf.name, () => {
  it('fits the bounds at the closest possible zoom', () => {
    const bounds = { south: 44.8, north: 45.1, west: -93.6, east: -92.9 };
    const shown = boundsOf(viewOf(bounds, 700, 500));
    expect(shown.west).toBeCloseTo(bounds.west, 6);
    expect(shown.east).toBeCloseTo(bounds.east, 6);
    expect(shown.south).toBeLessThanOrEqual(bounds.south);
    expect(shown.north).toBeGreaterThanOrEqual(bounds.north);
  });

  it('stays within the maximum zoom, even around a single point', () => {
    const { latitude, longitude } = MINNEAPOLIS;
    const point = { south: latitude, north: latitude, west: longitude, east: longitude };
    expect(viewOf(point, 700, 500).zoom).toBe(MAX_ZOOM);
  });
});

describe(pan.name, () => {
  it('moves by widths and heights of the picture', () => {
    const moved = pan(view, 0.5, -0.5);
    const { x, y } = project(MINNEAPOLIS, moved);
    expect(x).toBeCloseTo(0, 6);
    expect(y).toBeCloseTo(600, 6);
  });
});

describe(zoomBy.name, () => {
  it('keeps the center and stays within the zoom limits', () => {
    expect(zoomBy(view, 1)).toEqual({ ...view, zoom: 11.5 });
    expect(zoomBy(view, 99).zoom).toBe(MAX_ZOOM);
    expect(zoomBy(view, -99).zoom).toBe(MIN_ZOOM);
  });
});
