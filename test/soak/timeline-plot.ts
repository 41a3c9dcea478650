export interface Panel {
  title: string;
  lines: { name: string; points: { x: number; y: number }[] }[];
}

const PANEL = { width: 720, height: 150 };
const MARGIN = { left: 64, top: 36, right: 96, bottom: 34, between: 58 };
/** Okabe and Ito's colorblind-safe palette. */
const COLORS = ['#0072b2', '#d55e00', '#009e73'];
const X_TICKS = 5;
const Y_TICKS = 3;

/** Returns an SVG of stacked panels over the same minutes, each with an axis from 0. */
export function timelinePlot(panels: readonly Panel[]): string {
  const lastMinute = Math.max(1, ...panels.flatMap(pointsOf).map(({ x }) => x));
  const step = PANEL.height + MARGIN.between;
  const width = MARGIN.left + PANEL.width + MARGIN.right;
  const height = MARGIN.top + panels.length * step + MARGIN.bottom;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
  viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="white"/>
${panels.map((panel, i) => drawn(panel, MARGIN.top + i * step, lastMinute)).join('\n')}
<text x="${MARGIN.left + PANEL.width / 2}" y="${height - 14}" text-anchor="middle">minutes</text>
</svg>
`;
}

function drawn(panel: Panel, top: number, lastMinute: number): string {
  const highest = roundedUp(Math.max(1, ...pointsOf(panel).map(({ y }) => y)));
  const x = (minute: number) => ((minute / lastMinute) * PANEL.width).toFixed(1);
  const y = (value: number) => (PANEL.height - (value / highest) * PANEL.height).toFixed(1);
  const yTicks = ticks(highest, Y_TICKS).flatMap((value) => [
    `<path d="M0 ${y(value)}h${PANEL.width}" stroke="#dddddd"/>`,
    `<text x="-8" y="${Number(y(value)) + 4}" text-anchor="end">${value.toLocaleString('en')}</text>`,
  ]);
  const xTicks = ticks(lastMinute, X_TICKS).map(
    (minute) =>
      `<text x="${x(minute)}" y="${PANEL.height + 18}" text-anchor="middle">${minute.toFixed(1)}</text>`,
  );
  const lines = panel.lines.flatMap(({ name, points }, i) => [
    `<polyline points="${points.map((point) => `${x(point.x)},${y(point.y)}`).join(' ')}" fill="none"
      stroke="${COLORS[i]}" stroke-width="1.5"/>`,
    `<text x="${PANEL.width + 10}" y="${14 + i * 20}" fill="${COLORS[i]}">${name}</text>`,
  ]);
  return `<g transform="translate(${MARGIN.left} ${top})">
<text y="-10" font-weight="bold">${panel.title}</text>
${[...yTicks, ...xTicks, ...lines].join('\n')}
</g>`;
}

function pointsOf({ lines }: Panel) {
  return lines.flatMap(({ points }) => points);
}

function ticks(highest: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => (highest / count) * i);
}

/** Rounds up to three times a number with one significant digit, so that every tick is round. */
function roundedUp(value: number): number {
  const third = value / Y_TICKS;
  const unit = 10 ** Math.floor(Math.log10(third));
  return Math.ceil(third / unit) * unit * Y_TICKS;
}
