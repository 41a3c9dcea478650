import { render } from 'preact-render-to-string';
import { createHash } from 'node:crypto';
import type { UsageDto, UsageStepDto } from './usage.dto.js';

const WIDTH = 720;
const HEIGHT = 260;
const PLOT = { left: 64, right: 704, top: 44, bottom: 216 };
/** Width of a bar as a share of its step. */
const BAR = 0.8;
/**
 * The limit line is omitted if the limit exceeds the highest bar by more than this factor, because
 * the bars would become too small to see.
 */
const FAR_ABOVE = 4;

/** Colors by role, as on the website: paper, ink, lines, served, refused and the limit. */
const STYLE = `
svg{background:#fff;font:13px system-ui,sans-serif}text{fill:#17252c}.quiet{fill:#4d5d65}
.grid{stroke:#d3dbde}.answered{fill:#0b5a86}.refused{fill:#9c1f37}.limit{stroke:#1d6640;stroke-width:2;stroke-dasharray:7 4}
@media (prefers-color-scheme:dark){svg{background:#19242a}text{fill:#e8eef0}.quiet{fill:#a9b8bf}
.grid{stroke:#36464f}.answered{fill:#7cc4ee}.refused{fill:#ff9fb0}.limit{stroke:#7fd3a3}}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Response headers of the chart. Its policy allows its own style and nothing else. */
export const PICTURE_HEADERS = {
  'Content-Type': 'image/svg+xml',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
};

/** Texts in the chart. */
export interface PictureTexts {
  /** Locale for numbers and dates, such as "en-US". */
  locale: string;
  title: string;
  answered: string;
  refused: string;
  limit: (perHour: string) => string;
  /** Text description of the chart for screen readers. */
  summary: (figures: PictureSummary) => string;
}

export type PictureSummary = Record<
  'from' | 'to' | 'answered' | 'refused' | 'limit' | 'most' | 'mostOn',
  string
>;

export const ENGLISH: Omit<PictureTexts, 'title'> = {
  locale: 'en-US',
  answered: 'Served',
  refused: 'Refused',
  limit: (perHour) => `Limit: ${perHour} an hour`,
  summary: ({ from, to, answered, refused, limit, most, mostOn }) =>
    `From ${from} to ${to} (UTC), ${answered} requests were served and ${refused} refused, with a ` +
    `limit of ${limit} an hour. The peak was ${most}, on ${mostOn}.`,
};

/**
 * Renders the usage of a key as an SVG document: one bar for each hour or day, with refused
 * requests stacked on served ones. The current limit is drawn as a line if the bars stay readable.
 */
export function usagePicture(usage: UsageDto, limitPerHour: number, texts: PictureTexts): string {
  return render(<UsagePicture usage={usage} limitPerHour={limitPerHour} texts={texts} />);
}

interface PictureProperties {
  usage: UsageDto;
  limitPerHour: number;
  texts: PictureTexts;
}

function UsagePicture({ usage, limitPerHour, texts }: PictureProperties) {
  const { by, steps, requests, refusals } = usage;
  const { locale, title } = texts;
  const number = (value: number) => value.toLocaleString(locale);
  const time = ({ start }: UsageStepDto) =>
    start.toLocaleString(locale, {
      month: 'short',
      day: 'numeric',
      ...(by === 'hour' && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      timeZone: 'UTC',
    });
  const first = steps[0]!;
  const last = steps.at(-1)!;
  const most = steps.reduce((one, other) => (sumOf(other) > sumOf(one) ? other : one));
  const highest = sumOf(most);
  const limit = limitPerHour * (by === 'day' ? 24 : 1);
  const hasLine = limit <= highest * FAR_ABOVE;
  const top = roundUp(Math.max(highest, hasLine ? limit : 0, 1));
  const y = (value: number) => PLOT.bottom - (value / top) * (PLOT.bottom - PLOT.top);
  const step = (PLOT.right - PLOT.left) / steps.length;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-labelledby="title summary"
    >
      <title id="title">{title}</title>
      <desc id="summary">
        {texts.summary({
          from: time(first),
          to: time(last),
          answered: number(requests),
          refused: number(refusals),
          limit: number(limitPerHour),
          most: number(highest),
          mostOn: time(most),
        })}
      </desc>
      <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      <rect class="answered" x={PLOT.left} y="14" width="12" height="12" />
      <text x={PLOT.left + 18} y="25">{`${texts.answered}: ${number(requests)}`}</text>
      <rect class="refused" x="250" y="14" width="12" height="12" />
      <text x="268" y="25">{`${texts.refused}: ${number(refusals)}`}</text>
      <line class="limit" x1="430" y1="20" x2="456" y2="20" />
      <text x="464" y="25">
        {texts.limit(number(limitPerHour))}
      </text>
      {[0, top / 2, top].map((value) => (
        <>
          <line class="grid" x1={PLOT.left} y1={y(value)} x2={PLOT.right} y2={y(value)} />
          <text class="quiet" x={PLOT.left - 8} y={y(value) + 4} text-anchor="end">
            {number(value)}
          </text>
        </>
      ))}
      {steps.map((each, index) => {
        const x = PLOT.left + (index + (1 - BAR) / 2) * step;
        const answeredTo = y(each.requests);
        const refusedTo = y(sumOf(each));
        const bar = (name: string, from: number, to: number) =>
          from > to && (
            <rect
              class={name}
              x={x.toFixed(2)}
              y={to.toFixed(2)}
              width={(step * BAR).toFixed(2)}
              height={(from - to).toFixed(2)}
            />
          );
        return (
          sumOf(each) > 0 && (
            <g>
              <title>
                {`${time(each)} – ${texts.answered}: ${number(each.requests)}, ${texts.refused}: ${number(each.refusals)}`}
              </title>
              {bar('answered', PLOT.bottom, answeredTo)}
              {bar('refused', answeredTo, refusedTo)}
            </g>
          )
        );
      })}
      {hasLine && <line class="limit" x1={PLOT.left} y1={y(limit)} x2={PLOT.right} y2={y(limit)} />}
      <text x={PLOT.left} y={HEIGHT - 20}>
        {time(first)}
      </text>
      <text x={PLOT.right} y={HEIGHT - 20} text-anchor="end">
        {`${time(last)} (UTC)`}
      </text>
    </svg>
  );
}

function sumOf({ requests, refusals }: UsageStepDto): number {
  return requests + refusals;
}

/** Rounds up to 2, 4, 6, 8 or 10 times a power of ten, so that half of it is a round number. */
function roundUp(value: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(value)) - 1);
  return Math.ceil(value / power / 2) * 2 * power;
}
