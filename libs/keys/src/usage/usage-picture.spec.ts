import { createHash } from 'node:crypto';
import { ENGLISH, PICTURE_HEADERS, usagePicture } from './usage-picture.js';
import type { Step } from './usage.dto.js';

const DAY_MS = 24 * 3_600_000;
const FIRST = Date.parse('2026-11-01T00:00:00Z');

interface Options {
  limitPerHour?: number;
  by?: Step;
  title?: string;
}

function picture(
  counts: [requests: number, refusals: number][],
  { limitPerHour = 1000, by = 'day', title = 'Maps' }: Options = {},
): string {
  const steps = counts.map(([requests, refusals], index) => ({
    start: new Date(FIRST + index * DAY_MS),
    requests,
    refusals,
  }));
  const sum = (field: 'requests' | 'refusals') =>
    steps.reduce((total, step) => total + step[field], 0);
  const usage = { by, requests: sum('requests'), refusals: sum('refusals'), steps };
  return usagePicture(usage, limitPerHour, { ...ENGLISH, title });
}

const rects = (svg: string, name: string) =>
  [...svg.matchAll(new RegExp(`<rect class="${name}" x="([\\d.]+)" y="([\\d.]+)"`, 'g'))]
    .slice(1)
    .map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
/** Counts the limit lines of the plot. The legend contains one more. */
const limitLines = (svg: string) => svg.match(/<line class="limit"/g)!.length - 1;

describe(usagePicture.name, () => {
  it('draws a bar for each day with requests, with refusals stacked on top', () => {
    const svg = picture([
      [100, 0],
      [0, 0],
      [50, 50],
    ]);
    const [first, third] = rects(svg, 'answered');
    const [refused] = rects(svg, 'refused');
    expect(rects(svg, 'answered')).toHaveLength(2);
    expect(third!.y).toBeGreaterThan(first!.y);
    expect(refused).toEqual({ x: third!.x, y: first!.y });
  });

  it('describes its content for screen readers', () => {
    const svg = picture([
      [700, 3],
      [42, 0],
    ]);
    expect(svg).toContain('<title id="title">Maps</title>');
    expect(svg).toContain('aria-labelledby="title summary"');
    expect(svg).toContain(
      'From Nov 1 to Nov 2 (UTC), 742 requests were served and 3 refused, with a limit of 1,000 an hour. The peak was 703, on Nov 1.',
    );
  });

  it('draws the limit line only if the bars stay readable, and always states the limit', () => {
    expect(limitLines(picture([[6_000, 0]]))).toBe(1);
    expect(limitLines(picture([[5_999, 0]]))).toBe(0);
    expect(limitLines(picture([[250, 0]], { by: 'hour' }))).toBe(1);
    expect(picture([[0, 0]])).toContain('Limit: 1,000 an hour');
  });

  it.each([
    [1, ['0', '1', '2']],
    [10, ['0', '5', '10']],
    [11, ['0', '10', '20']],
    [703, ['0', '400', '800']],
    [8_001, ['0', '5,000', '10,000']],
  ])('labels zero, half and full height for a maximum of %i', (most, marks) => {
    const svg = picture([[most, 0]], { limitPerHour: 1_000_000 });
    const shown = [...svg.matchAll(/<text class="quiet"[^>]*>([^<]+)</g)].map(([, text]) => text);
    expect(shown.slice(0, 3)).toEqual(marks);
  });

  it('keeps its size for an empty chart and for a thousand steps', () => {
    expect(picture([[0, 0]])).not.toMatch(/NaN|Infinity/);
    const svg = picture(Array.from({ length: 1_000 }, () => [10_000_000, 10_000_000]));
    expect(svg).not.toMatch(/NaN|Infinity/);
    expect(Math.min(...rects(svg, 'refused').map(({ y }) => y))).toBeGreaterThanOrEqual(44);
    expect(svg.length).toBeLessThan(400_000);
  });

  it('escapes markup in labels and allows only its own styles', () => {
    const svg = picture([[1, 0]], { title: '<script>alert(1)</script>' });
    expect(svg).toContain('&lt;script>');
    expect(svg).not.toContain('<script');
    const [, style] = /<style>([^]*)<\/style>/.exec(svg)!;
    const hash = createHash('sha256').update(style!).digest('base64');
    expect(PICTURE_HEADERS['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(style).toContain('prefers-color-scheme:dark');
  });
});
