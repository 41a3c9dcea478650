import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { PageContext } from '../pages/page-context.js';
import { BaseMap, boxOfPin, Pin, rounded } from './map-picture.js';
import type { StreetPicture } from './street-tiles.js';
import { fit, project, type View } from './view.js';

const WIDTH = 600;
const HEIGHT = 450;
/** Maximum zoom without streets, at which the map still has places and lakes. */
const NEAREST = 10;

interface Properties {
  page: PageContext;
  items: readonly BusinessDto[];
  /** Streets of `viewOfPins`, if there are any. */
  streets?: StreetPicture;
}

/** Returns the view that shows all businesses, or undefined if no location is known. */
export function viewOfPins(items: readonly BusinessDto[]): View | undefined {
  const located = items.flatMap(({ location }) => location ?? []);
  if (located.length === 0) return undefined;
  const latitudes = located.map(({ latitude }) => latitude);
  const longitudes = located.map(({ longitude }) => longitude);
  const box = {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
  return fit(box, { width: WIDTH, height: HEIGHT });
}

/** A map of a few businesses, each a pin that links to its page. */
export function PinsMap({ page, items, streets }: Properties) {
  const near = viewOfPins(items);
  if (!near) return null;
  const view = streets ? near : { ...near, zoom: Math.min(near.zoom, NEAREST) };
  const pins = items.flatMap(({ location, name, slug }) =>
    location ? { name, slug, ...rounded(project(location, view)) } : [],
  );
  return (
    <div>
      <svg
        class="map-picture"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="group"
        aria-label={page.t.map.label}
      >
        <BaseMap view={view} streets={streets} taken={pins.map(boxOfPin)} />
        {pins.map(({ name, slug, x, y }) => (
          <a class="pin" href={page.href(`/b/${slug}`)} aria-label={name}>
            <title>{name}</title>
            <Pin x={x} y={y} />
          </a>
        ))}
      </svg>
      {streets?.credits && <small class="quiet">{streets.credits}</small>}
    </div>
  );
}
