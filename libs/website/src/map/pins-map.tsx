import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { PageContext } from '../pages/page-context.js';
import { BaseMap, Pin } from './map-picture.js';
import { fit, project } from './view.js';

const WIDTH = 600;
const HEIGHT = 450;

interface Properties {
  page: PageContext;
  items: readonly BusinessDto[];
}

/** A map of a few businesses, each a pin that links to its page. */
export function PinsMap({ page, items }: Properties) {
  const located = items.flatMap(({ location, name, slug }) =>
    location ? [{ name, slug, ...location }] : [],
  );
  if (located.length === 0) return null;
  const [latitudes, longitudes] = [
    located.map(({ latitude }) => latitude),
    located.map(({ longitude }) => longitude),
  ];
  const box = {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
  const view = fit(box, { width: WIDTH, height: HEIGHT });
  const pins = located.map(({ name, slug, latitude, longitude }) => {
    const { x, y } = project(latitude, longitude, view);
    return { name, slug, x: Math.round(x), y: Math.round(y) };
  });
  const taken = pins.map(({ x, y }) => ({ west: x - 12, north: y - 32, east: x + 12, south: y }));
  return (
    <svg
      class="map-picture"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={page.t.map.label}
    >
      <BaseMap view={view} taken={taken} />
      {pins.map(({ name, slug, x, y }) => (
        <a class="pin" href={page.href(`/b/${slug}`)} aria-label={name}>
          <title>{name}</title>
          <Pin x={x} y={y} />
        </a>
      ))}
    </svg>
  );
}
