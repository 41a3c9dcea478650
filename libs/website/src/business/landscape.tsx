import type { Point } from '#libs/geography/src/distance.js';

const WIDTH = 1200;
const HEIGHT = 150;

type Scenery = 'cities' | 'shore' | 'bluffs' | 'prairie' | 'lakes';

/** Height and roughness of the hills, and the level of the water, in pixels from the top. */
const SHAPES: Record<Scenery, { far: number; near: number; rough: number; water?: number }> = {
  cities: { far: 80, near: 112, rough: 10, water: 132 },
  shore: { far: 84, near: 104, rough: 24, water: 112 },
  bluffs: { far: 78, near: 100, rough: 30, water: 126 },
  prairie: { far: 96, near: 116, rough: 6 },
  lakes: { far: 74, near: 96, rough: 18, water: 114 },
};

/** Returns the kind of landscape around a point in Minnesota. */
export function sceneryOf({ latitude, longitude }: Point): Scenery {
  if (Math.hypot(latitude - 44.97, (longitude + 93.2) * 0.7) < 0.32) return 'cities';
  if (latitude > 46.55 && longitude > -92.4) return 'shore';
  if (latitude < 44.8 && longitude > -93) return 'bluffs';
  if (longitude < -95.6 || (latitude < 45.2 && longitude < -93.6)) return 'prairie';
  return 'lakes';
}

/**
 * A drawn landscape of the region. The same point always gets the same picture. It is decorative.
 */
export function Landscape({ latitude, longitude }: Point) {
  const scenery = sceneryOf({ latitude, longitude });
  const { far, near, rough, water } = SHAPES[scenery];
  const random = randomFrom(Math.round(latitude * 1_000) * 400_000 + Math.round(longitude * 1_000));
  const hills = [far, near].map((level) => ridge(level, rough, random));
  const ground = hills[1]!;
  const features = scenery === 'cities' ? towers(random) : trees(ground, scenery, random);
  return (
    <svg
      class="landscape"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <circle class="sun" cx={150 + Math.round(random() * 900)} cy="64" r="20" />
      <path class="far" d={outline(hills[0]!)} />
      <path class="features" d={features} />
      <path class="near" d={outline(ground)} />
      {water && <path class="water" d={`M0 ${water}h${WIDTH}V${HEIGHT}H0z`} />}
    </svg>
  );
}

type Random = () => number;

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const STEP = 75;

/** Returns the heights of a ridge, one per step. */
function ridge(level: number, rough: number, random: Random): number[] {
  return Array.from({ length: WIDTH / STEP + 1 }, () =>
    Math.round(level + (random() - 0.5) * 2 * rough),
  );
}

/** Returns a smooth outline through the middles between the heights. */
function outline(heights: readonly number[]): string {
  const curves = heights.slice(1).map((height, index) => {
    const middle = Math.round((heights[index]! + height) / 2);
    return `Q${index * STEP} ${heights[index]} ${Math.round((index + 0.5) * STEP)} ${middle}`;
  });
  return `M0 ${heights[0]}${curves.join('')}T${WIDTH} ${heights.at(-1)}V${HEIGHT}H0z`;
}

/** Returns spruces on a ridge, or few and small ones on the prairie. */
function trees(ground: readonly number[], scenery: Scenery, random: Random): string {
  const isPrairie = scenery === 'prairie';
  return Array.from({ length: isPrairie ? 8 : 60 }, () => {
    const x = Math.round(random() * WIDTH);
    const left = ground[Math.floor(x / STEP)]!;
    const right = ground[Math.ceil(x / STEP)]!;
    const foot = Math.round(left + (right - left) * ((x % STEP) / STEP)) + 8;
    const size = Math.round((isPrairie ? 14 : 20) + random() * 14);
    return `M${x} ${foot - size}l${-size / 4} ${size}h${size / 2}z`;
  }).join('');
}

/** Returns a skyline, highest in its middle. */
function towers(random: Random): string {
  const middle = 300 + random() * 600;
  return Array.from({ length: 26 }, () => {
    const x = Math.round(middle + (random() - 0.5) * 520);
    const nearness = Math.max(0, 1 - Math.abs(x - middle) / 300);
    const height = Math.round(20 + nearness * random() * 90);
    return `M${x} ${HEIGHT - 30 - height}h${Math.round(10 + random() * 12)}V${HEIGHT}H${x}z`;
  }).join('');
}
