const FORMAT = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Chicago',
});

/** A time as people in Minnesota write it: "Nov 30, 2026, 6:00 PM Central". */
export function writtenTime(time: Date): string {
  // Unicode's locale data puts a narrow no-break space before "PM".
  return `${FORMAT.format(time).replaceAll('\u202f', ' ')} Central`;
}
