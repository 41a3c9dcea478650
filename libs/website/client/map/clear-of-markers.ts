import type { GeoJSONSource, Map } from 'maplibre-gl';
import type { Box } from '../../src/map/clip.ts';

/** Area of a marker around its position, or above it. */
export interface MarkerArea {
  longitude: number;
  latitude: number;
  /** Width and height in pixels. */
  size: number;
  anchor: 'center' | 'bottom';
}

const NAME = 'markers';

/** Elements that cover the map. */
const CONTROLS =
  '.map-controls a, .map-notes, .search-as-i-move > *, .preview, .maplibregl-ctrl-attrib';

/** Size and maximum distance of the points in a covered area. No name fits between two. */
const POINT = 2;
const STEP = 12;

/**
 * Keeps names on the map from lying under the markers and controls, which are not part of it, and
 * from crossing its edges. Invisible icons take these places before MapLibre places the names.
 */
export function keepNamesClear(map: Map, markers: readonly MarkerArea[]): void {
  const data: GeoJSON.FeatureCollection = {
    type: 'FeatureCollection',
    features: [...markers, ...coveredPoints(map)].map(({ longitude, latitude, size, anchor }) => ({
      type: 'Feature',
      properties: { size, anchor },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
  const source = map.getSource<GeoJSONSource>(NAME);
  if (source) return void source.setData(data);
  if (!map.hasImage(NAME)) map.addImage(NAME, { width: 1, height: 1, data: new Uint8Array(4) });
  map.addSource(NAME, { type: 'geojson', data });
  map.addLayer({
    id: NAME,
    type: 'symbol',
    source: NAME,
    layout: {
      'icon-image': NAME,
      'icon-size': ['get', 'size'],
      'icon-anchor': ['get', 'anchor'],
      'icon-allow-overlap': true,
    },
  });
}

/** Returns points along the edges of the map and under its controls. */
function coveredPoints(map: Map): MarkerArea[] {
  const stage = map.getContainer();
  const { left, top, width, height } = stage.getBoundingClientRect();
  // MapLibre ignores icons outside the map.
  const frame: Box = { west: POINT, north: POINT, east: width - POINT, south: height - POINT };
  const edges: Box[] = [
    { ...frame, east: frame.west },
    { ...frame, south: frame.north },
    { ...frame, west: frame.east },
    { ...frame, north: frame.south },
  ];
  const controls = [...stage.closest('.map')!.querySelectorAll(CONTROLS)]
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 0)
    .map((box) => ({
      west: Math.max(box.left - left, frame.west),
      north: Math.max(box.top - top, frame.north),
      east: Math.min(box.right - left, frame.east),
      south: Math.min(box.bottom - top, frame.south),
    }));
  return [...edges, ...controls].flatMap(({ west, north, east, south }) =>
    steps(west, east).flatMap((x) =>
      steps(north, south).map((y): MarkerArea => {
        const { lng, lat } = map.unproject([x, y]);
        return { longitude: lng, latitude: lat, size: POINT, anchor: 'center' };
      }),
    ),
  );
}

/** Returns evenly spaced numbers, including both ends, or none if the end precedes the start. */
function steps(start: number, end: number): number[] {
  const count = Math.ceil((end - start) / STEP);
  if (count <= 0) return end === start ? [start] : [];
  return Array.from({ length: count + 1 }, (_, i) => start + ((end - start) * i) / count);
}
