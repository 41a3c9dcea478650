import type { FacetCount } from '#libs/directory-index/src/facets.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { cityCenter } from '#libs/geography/src/cities.js';
import { homeMap } from '../map/draw-base-map.js';
import { TO_PIXELS } from '../map/pen.js';
import { type MapPoint, project } from '../map/view.js';
import type { PageContext } from '../pages/page-context.js';

const WIDTH = 420;
const HEIGHT = 480;
/**
 * Maximum number of cities with a dot, and of cities with a name. Smaller cities lose their name if
 * it would overlap.
 */
const DOTS = 24;
const NAMES = 7;
const ROOM = 42;
/** Maximum width of a name, in pixels. */
const LONGEST_NAME = 110;

let picture: ReturnType<typeof homeMap> | undefined;

/** A map of the state's lakes and rivers, with its cities as links. */
export function StatePicture({
  page,
  cities,
}: {
  page: PageContext;
  cities: readonly FacetCount[];
}) {
  picture ??= homeMap(WIDTH, HEIGHT);
  const { view, state, lakes, rivers } = picture;
  const dots = cities.slice(0, DOTS).flatMap(({ slug, name }) => {
    const center = cityCenter(plainText(name));
    return center ? [{ slug, name, ...project(center, view) }] : [];
  });
  // Named cities come last, so that no dot covers a name.
  const [named, unnamed] = divide(dots);
  return (
    <svg
      class="state"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="group"
      aria-label={page.t.home.map}
    >
      <clipPath id="state-outline">
        <path d={state} />
      </clipPath>
      <g transform={TO_PIXELS}>
        <path class="land" d={state} />
        <g clip-path="url(#state-outline)">
          <path class="water" d={lakes} fill-rule="evenodd" />
          <path class="river" d={rivers} />
        </g>
        <path class="outline" d={state} />
      </g>
      {unnamed.map((dot) => (
        <CityLink page={page} dot={dot} />
      ))}
      {named.map((dot) => (
        <CityLink page={page} dot={dot} isNamed />
      ))}
    </svg>
  );
}

interface Dot extends MapPoint {
  slug: string;
  name: string;
}

/** Separates the cities that have room for their name, largest first, from the others. */
function divide(dots: readonly Dot[]): [named: Dot[], unnamed: Dot[]] {
  const named: Dot[] = [];
  for (const dot of dots) {
    const hasRoom = named.every(({ x, y }) => Math.hypot(dot.x - x, dot.y - y) >= ROOM);
    if (hasRoom && named.length < NAMES) named.push(dot);
  }
  return [named, dots.filter((dot) => !named.includes(dot))];
}

function CityLink({ page, dot, isNamed }: { page: PageContext; dot: Dot; isNamed?: boolean }) {
  const { slug, name, x, y } = dot;
  const isAtEdge = x > WIDTH - LONGEST_NAME;
  return (
    <a href={page.href(`/in/${slug}`)} aria-label={name}>
      <circle class="reach" cx={x.toFixed(1)} cy={y.toFixed(1)} r="12" />
      <circle class="city" cx={x.toFixed(1)} cy={y.toFixed(1)} r="4.5" />
      {isNamed && (
        <text
          x={(isAtEdge ? x - 8 : x + 8).toFixed(1)}
          y={(y + 5).toFixed(1)}
          text-anchor={isAtEdge ? 'end' : undefined}
        >
          {name}
        </text>
      )}
    </a>
  );
}
