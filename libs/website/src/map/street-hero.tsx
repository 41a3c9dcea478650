import type { Point } from '#libs/geography/src/distance.js';
import { BaseMap, boxOfPin, Pin } from './map-picture.js';
import type { StreetPicture } from './street-tiles.js';
import type { View } from './view.js';

const WIDTH = 800;
const HEIGHT = 110;
const ZOOM = 16;
/** Tip of the pin. */
const TIP = { x: WIDTH / 2, y: HEIGHT / 2 + 14 };
/** Area that no screen cuts off. */
const FRAME = { west: 60, north: 20, east: WIDTH - 60, south: HEIGHT - 20 };

/** Returns the view of the streets at a place, as wide as a page. */
export function viewOfHero({ latitude, longitude }: Point): View {
  return { latitude, longitude, zoom: ZOOM, width: WIDTH, height: HEIGHT };
}

/** The streets at a place, as the picture at the top of its page. It is decorative. */
export function StreetHero({ streets }: { streets: StreetPicture }) {
  return (
    <svg
      class="landscape map-picture"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <BaseMap view={streets.view} streets={streets} taken={[boxOfPin(TIP)]} frame={FRAME} />
      <Pin {...TIP} />
    </svg>
  );
}
