const FORMAT = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Chicago',
});

/** Formats a time for readers in Minnesota: "Nov 30, 2026, 6:00 PM Central". */
export function writtenTime(time: Date): string {
  // Unicode locale data puts a narrow no-break space before "PM".
  return `${FORMAT.format(time).replaceAll('\u202f', ' ')} Central`;
}
