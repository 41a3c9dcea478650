import type { GeoJSONSource, Map } from 'maplibre-gl';

/** Area of a marker around its position, or above it. */
export interface MarkerArea {
  longitude: number;
  latitude: number;
  /** Width and height in pixels. */
  size: number;
  anchor: 'center' | 'bottom';
}

const NAME = 'markers';

/**
 * Keeps names on the map from lying under the markers, which are not part of it. An invisible icon
 * takes the place of each marker before MapLibre places the names.
 */
export function keepNamesClear(map: Map, areas: readonly MarkerArea[]): void {
  const data: GeoJSON.FeatureCollection = {
    type: 'FeatureCollection',
    features: areas.map(({ longitude, latitude, size, anchor }) => ({
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
