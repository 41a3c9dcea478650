import { logScale, type Scale, ticksAround } from './log-scale.ts';

export interface Series {
  name: string;
  points: { x: number; y: number }[];
}

export interface Plot {
  /** Panels to show side by side on the same axes. All have the same series in the same order. */
  panels: { title: string; series: Series[] }[];
  xLabel: string;
  yLabel: string;
}

const PANEL = { width: 340, height: 380 };
const MARGIN = { left: 72, top: 44, bottom: 60, between: 28, legend: 180 };
/** Space between a panel's frame and its first and last points. */
const PADDING = 28;

/** Okabe and Ito's colorblind-safe palette. Additional lines repeat it, dashed. */
const COLOURS = ['#000000', '#e69f00', '#56b4e9', '#009e73', '#0072b2', '#d55e00', '#cc79a7'];

/** Returns an SVG with logarithmic axes and a legend on the right. */
export function linePlot({ panels, xLabel, yLabel }: Plot): string {
  const points = panels.flatMap(({ series }) => series.flatMap((line) => line.points));
  const sizes = [...new Set(points.map(({ x }) => x))];
  const x = logScale(sizes, [PADDING, PANEL.width - PADDING]);
  const y = logScale(ticksAround(points.map(({ y }) => y)), [PANEL.height, 0]);
  const step = PANEL.width + MARGIN.between;
  const width = MARGIN.left + panels.length * step + MARGIN.legend;
  const height = MARGIN.top + PANEL.height + MARGIN.bottom;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
  viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" text-anchor="middle">
<rect width="${width}" height="${height}" fill="white"/>
${at(20, MARGIN.top + PANEL.height / 2, [`<text transform="rotate(-90)">${yLabel}</text>`])}
${at(MARGIN.left - 8, MARGIN.top + 4, [
  ...y.ticks.map((tick) => text(0, y.at(tick), label(tick), 'text-anchor="end"')),
])}
${panels
  .map(({ title, series }, index) =>
    at(MARGIN.left + index * step, MARGIN.top, [
      ...frame(x, y),
      text(PANEL.width / 2, -16, title, 'font-weight="bold"'),
      text(PANEL.width / 2, PANEL.height + 46, xLabel),
      ...series.map((line, order) => polyline(line, order, x, y)),
    ]),
  )
  .join('\n')}
${at(MARGIN.left + panels.length * step, MARGIN.top + 12, legend(panels[0]!.series))}
</svg>
`;
}

function frame(x: Scale, y: Scale): string[] {
  return [
    ...y.ticks.map((tick) => `<path d="M0 ${y.at(tick)}h${PANEL.width}" stroke="#dddddd"/>`),
    ...x.ticks.map((tick) => `<path d="M${x.at(tick)} ${PANEL.height}v6" stroke="#666666"/>`),
    ...x.ticks.map((tick) => text(x.at(tick), PANEL.height + 22, label(tick))),
    `<rect width="${PANEL.width}" height="${PANEL.height}" fill="none" stroke="#666666"/>`,
  ];
}

function polyline({ points }: Series, order: number, x: Scale, y: Scale): string {
  const places = points.map((point) => [x.at(point.x), y.at(point.y)] as const);
  const dots = places.map(([left, top]) => `<circle cx="${left}" cy="${top}" r="3"/>`).join('');
  const line = `<polyline points="${places.join(' ')}" fill="none" ${stroke(order)}/>`;
  return `<g fill="${colour(order)}">${line}${dots}</g>`;
}

function legend(series: Series[]): string[] {
  return series.flatMap(({ name }, order) => [
    `<path d="M0 ${order * 24}h28" ${stroke(order)}/>`,
    text(38, order * 24 + 4, name, 'text-anchor="start"'),
  ]);
}

function stroke(order: number): string {
  const dashes = order < COLOURS.length ? '' : ' stroke-dasharray="6 4"';
  return `stroke="${colour(order)}" stroke-width="2"${dashes}`;
}

function colour(order: number): string {
  return COLOURS[order % COLOURS.length]!;
}

function at(left: number, top: number, elements: string[]): string {
  return `<g transform="translate(${left} ${top})">\n${elements.join('\n')}\n</g>`;
}

function text(left: number, top: number, content: string, attributes = ''): string {
  return `<text x="${left}" y="${top}" ${attributes}>${content}</text>`;
}

function label(value: number): string {
  return value.toLocaleString('en');
}
