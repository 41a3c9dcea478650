import { DEFAULT_SITE_NAME, type Environment } from '#libs/config/src/environment.js';
import { TIME_ZONE } from '#libs/geography/src/local-time.js';
import type { Assets } from '../assets/assets.js';
import { dateFormat, numberFormat } from './formats.js';
import type { LocalDate } from './local-date.js';
import type { Language, Texts } from '../texts/language.js';

const METRES_PER_MILE = 1609.344;

/** What all parts of one page know: its language, and how that writes numbers, times and distances. */
export class PageContext {
  /** The icons that the page shows; the layout draws each once. */
  readonly icons = new Set<string>();

  /** @param now when the page is made */
  constructor(
    readonly language: Language & { texts: Texts },
    private readonly environment: Pick<Environment, 'PUBLIC_URL' | 'SITE_NAME' | 'SUPPORT_EMAIL'>,
    readonly now: Date,
    readonly assets: Assets,
  ) {}

  get t(): Texts {
    return this.language.texts;
  }

  /** Of the website, without a path. */
  get origin(): string {
    return this.environment.PUBLIC_URL;
  }

  get siteName(): string {
    const { SITE_NAME } = this.environment;
    return SITE_NAME === DEFAULT_SITE_NAME ? this.t.site : SITE_NAME;
  }

  /** Whom visitors can write to. */
  get supportEmail(): string | undefined {
    return this.environment.SUPPORT_EMAIL;
  }

  /** The address of a page of this website in the page's language. */
  href(path: string): string {
    return this.language.prefix + (path === '/' && this.language.prefix ? '' : path);
  }

  /** The same with the origin, as machines need it. */
  address(path: string): string {
    return this.origin + this.href(path);
  }

  number(value: number): string {
    return numberFormat(this.language.locale).format(value);
  }

  /** Such as "12K". */
  compactNumber(value: number): string {
    return numberFormat(this.language.locale, { notation: 'compact' }).format(value);
  }

  /** The day of an instant in Minnesota, such as "March 1, 2026". */
  date(instant: Date): string {
    return this.written(instant, { dateStyle: 'long', timeZone: TIME_ZONE });
  }

  /** The day and time of an instant in Minnesota, such as "Fri, Jul 10, 7 PM". */
  dateTime(instant: Date): string {
    return this.written(instant, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: instant.getUTCMinutes() === 0 ? undefined : '2-digit',
      timeZone: TIME_ZONE,
    });
  }

  /** @param minute since midnight, such as 1020 for "5 PM" */
  clockTime(minute: number): string {
    return this.written(minute * 60_000, {
      hour: 'numeric',
      minute: minute % 60 === 0 ? undefined : '2-digit',
      timeZone: 'UTC',
    });
  }

  /** Such as "Friday, July 10". */
  day(date: LocalDate): string {
    return this.written(new Date(date), {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    });
  }

  /** @param month such as "2026-07", for "July 2026" */
  month(month: string): string {
    return this.written(new Date(month), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  }

  /** @param day 0 is Monday */
  weekday(day: number, weekday: 'long' | 'short' = 'long'): string {
    // The first of January 2024 was a Monday.
    return this.written(Date.UTC(2024, 0, 1 + day), { weekday, timeZone: 'UTC' });
  }

  /** Such as "1.2 mi". */
  distance(metres: number): string {
    const miles = metres / METRES_PER_MILE;
    const maximumFractionDigits = miles < 10 ? 1 : 0;
    const format = numberFormat(this.language.locale, { maximumFractionDigits });
    return this.t.distance(format.format(miles));
  }

  private written(time: Date | number, options: Intl.DateTimeFormatOptions): string {
    return dateFormat(this.language.locale, options).format(time);
  }
}
