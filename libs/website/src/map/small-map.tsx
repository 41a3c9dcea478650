import type { LocationDto } from '#libs/businesses/src/record/location.dto.js';
import type { PageContext } from '../pages/page-context.js';
import { mapAddress } from './map-address.js';
import { BaseMap, boxOfPin, Pin } from './map-picture.js';
import type { StreetPicture } from './street-tiles.js';
import type { View } from './view.js';

const WIDTH = 480;
const HEIGHT = 260;
/** Tip of the pin, or center of the circle. */
const MIDDLE = { x: WIDTH / 2, y: HEIGHT / 2 };

/** Zoom of the map, without and with streets, and radius of the circle, by precision. */
const PRECISIONS = {
  exact: { zoom: 10, near: 16, radius: 0 },
  postalCode: { zoom: 10, near: 12, radius: 40 },
  city: { zoom: 10, near: 12, radius: 60 },
} as const;

type Place = Pick<LocationDto, 'latitude' | 'longitude' | 'precision'>;

interface Properties extends Place {
  page: PageContext;
  /** Streets of `viewOfStreets`, if there are any. */
  streets?: StreetPicture;
}

/** Returns the view that shows the streets around a place. */
export function viewOfStreets({ latitude, longitude, precision }: Place): View {
  const { near } = PRECISIONS[precision ?? 'exact'];
  return { latitude, longitude, zoom: near, width: WIDTH, height: HEIGHT };
}

/**
 * A small map that links to the large one. It marks the place with a point, or with a circle if the
 * location is imprecise.
 */
export function SmallMap({ page, streets, latitude, longitude, precision }: Properties) {
  const { zoom, radius } = PRECISIONS[precision ?? 'exact'];
  const far = { latitude, longitude, zoom, width: WIDTH, height: HEIGHT };
  const view = streets?.view ?? far;
  return (
    <a
      class="small-map"
      href={mapAddress(page.href('/map'), {}, { latitude, longitude, zoom: streets ? 16 : 14 })}
    >
      <span class="hidden">{page.t.business.onMap}</span>
      <svg class="map-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <BaseMap view={view} streets={streets} taken={[boxOfPin(MIDDLE)]} />
        {radius > 0 ? (
          <circle class="around" cx={MIDDLE.x} cy={MIDDLE.y} r={radius} />
        ) : (
          <Pin {...MIDDLE} />
        )}
      </svg>
      {streets?.credits && <small class="quiet">{streets.credits}</small>}
    </a>
  );
}
