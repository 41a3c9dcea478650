import type { LocationDto } from '#libs/businesses/src/record/location.dto.js';
import type { PageContext } from '../pages/page-context.js';
import { mapAddress } from './map-address.js';
import { BaseMap, Pin } from './map-picture.js';
import type { View } from './view.js';

const WIDTH = 480;
const HEIGHT = 260;
/** Area of the pin, which must not cover place names. */
const PIN = {
  west: WIDTH / 2 - 12,
  north: HEIGHT / 2 - 32,
  east: WIDTH / 2 + 12,
  south: HEIGHT / 2,
};

/** Zoom of the map and radius of the circle around the place, by precision. */
const PRECISIONS = {
  exact: { zoom: 10, radius: 0 },
  postalCode: { zoom: 10, radius: 40 },
  city: { zoom: 10, radius: 60 },
} as const;

interface Properties extends Pick<LocationDto, 'latitude' | 'longitude' | 'precision'> {
  page: PageContext;
}

/**
 * A small map that links to the large one. It marks the place with a point, or with a circle if the
 * location is imprecise.
 */
export function SmallMap({ page, latitude, longitude, precision }: Properties) {
  const { zoom, radius } = PRECISIONS[precision ?? 'exact'];
  const view: View = { latitude, longitude, zoom, width: WIDTH, height: HEIGHT };
  const [x, y] = [WIDTH / 2, HEIGHT / 2];
  return (
    <a
      class="small-map"
      href={mapAddress(page.href('/map'), {}, { latitude, longitude, zoom: 14 })}
    >
      <span class="hidden">{page.t.business.onMap}</span>
      <svg class="map-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <BaseMap view={view} taken={[PIN]} />
        {radius > 0 ? <circle class="around" cx={x} cy={y} r={radius} /> : <Pin x={x} y={y} />}
      </svg>
    </a>
  );
}
