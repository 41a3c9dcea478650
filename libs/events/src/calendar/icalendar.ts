import { setImmediate } from 'node:timers/promises';
import { fromWallTime, TIME_ZONE, toWallTime } from '#libs/geography/src/local-time.js';
import { contentLine, escapeText } from '#libs/text/src/content-line.js';
import type { EventDto } from '../record/event.dto.js';
import { compact, withUntil } from '../recurrence/until.js';

/** iCalendar definition of America/Chicago, with the daylight saving rules in effect since 2007. */
const VTIMEZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:America/Chicago',
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0600',
  'TZOFFSETTO:-0500',
  'TZNAME:CDT',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0600',
  'TZNAME:CST',
  'END:STANDARD',
  'END:VTIMEZONE',
];

export const ICALENDAR = 'text/calendar';

const SLICE_MS = 5;

interface Options {
  /** Calendar name (`NAME` of RFC 7986, and `X-WR-CALNAME`, which most programs read). */
  name?: string;
  /** True if the events are canceled. */
  isCanceled?: boolean;
}

/**
 * Writes events as an iCalendar object (RFC 5545) that calendar programs can subscribe to. Yields
 * to the event loop between slices of `SLICE_MS`.
 */
export async function iCalendar(
  events: EventDto[],
  { name, isCanceled = false }: Options = {},
): Promise<string> {
  const components: string[] = [];
  let sliceBegan = performance.now();
  for (const event of events) {
    components.push(...component(event, isCanceled));
    if (performance.now() - sliceBegan < SLICE_MS) continue;
    await setImmediate();
    sliceBegan = performance.now();
  }
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Minnesota Business Directory//EN',
    ...(name
      ? ['NAME', 'X-WR-CALNAME'].map((property) => contentLine(property, escapeText(name)))
      : []),
    ...VTIMEZONE,
    ...components,
    'END:VCALENDAR',
  ];
  return lines.join('\r\n') + '\r\n';
}

function component(event: EventDto, isCanceled: boolean): string[] {
  const { venue, business, address, location, recurrence, excludedDates } = event;
  const where = [
    venue ?? business?.name,
    address.street,
    address.unit,
    address.city,
    address.state,
  ];
  const place = where.filter((part) => part != null).join(', ');
  return [
    'BEGIN:VEVENT',
    contentLine('UID', event.id),
    contentLine('DTSTAMP', utc(new Date(event.updatedAt))),
    dateTime('DTSTART', event.startsAt),
    dateTime('DTEND', event.endsAt),
    ...(recurrence
      ? [
          // A start with a time zone requires UNTIL in UTC (RFC 5545, section 3.3.10).
          contentLine(
            'RRULE',
            withUntil(recurrence, (time, isLocal) => (isLocal ? fromWallTime(time) : time)),
          ),
          ...excludedDates.map((date) => contentLine(`EXDATE;TZID=${TIME_ZONE}`, local(date))),
        ]
      : []),
    ...(isCanceled ? ['STATUS:CANCELLED'] : []),
    contentLine('SUMMARY', escapeText(event.name)),
    ...(event.description ? [contentLine('DESCRIPTION', escapeText(event.description))] : []),
    ...(event.category ? [contentLine('CATEGORIES', escapeText(event.category.name))] : []),
    contentLine('LOCATION', escapeText(place)),
    ...(location ? [contentLine('GEO', `${location.latitude};${location.longitude}`)] : []),
    ...(event.website ? [contentLine('URL', event.website)] : []),
    'END:VEVENT',
  ];
}

/**
 * Writes a local time, or UTC if the local time would mean an earlier instant that repeats it. A
 * series never starts at such a time, but its first occurrence may end at one.
 */
function dateTime(property: string, time: string): string {
  const instant = new Date(time);
  const isRepeat = fromWallTime(toWallTime(instant)).getTime() !== instant.getTime();
  return isRepeat
    ? contentLine(property, utc(instant))
    : contentLine(`${property};TZID=${TIME_ZONE}`, local(time));
}

function local(instant: string): string {
  return compact(toWallTime(new Date(instant)));
}

function utc(instant: Date): string {
  return `${compact(instant)}Z`;
}
