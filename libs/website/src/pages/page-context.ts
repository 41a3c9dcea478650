import { DEFAULT_SITE_NAME, type Environment } from '#libs/config/src/environment.js';
import { METERS_PER_MILE } from '#libs/geography/src/distance.js';
import { TIME_ZONE } from '#libs/geography/src/local-time.js';
import { localDate, type LocalDate } from '#libs/geography/src/local-date.js';
import type { Assets } from '../assets/assets.js';
import { english } from '../texts/en.js';
import type { Language, NameLength, Texts } from '../texts/language.js';
import { pathIn } from '../texts/languages.js';
import { formatDate, numberFormat } from './intl-formats.js';

/** Separates the names of a category and its subcategory, as in "Brewery: micro". */
const STEP = ': ';

/**
 * Context that the parts of a page share: its language, and how to write numbers, times and
 * distances in it.
 */
export class PageContext {
  readonly t: Texts;
  /** Sections that the page has read, in English where its language lacks them. */
  private readonly sections = new Set<keyof Texts>();

  /** @param now time at which the page is rendered */
  constructor(
    readonly language: Language,
    private readonly environment: Pick<Environment, 'PUBLIC_URL' | 'SITE_NAME' | 'SUPPORT_EMAIL'>,
    readonly now: Date,
    readonly assets: Assets,
  ) {
    const { texts } = language;
    this.t = new Proxy(english.texts, {
      get: (inEnglish, section: keyof Texts) => {
        this.sections.add(section);
        return texts[section] ?? inEnglish[section];
      },
    });
  }

  /** Reports whether a language has every text that the page has read so far. */
  isIn({ texts }: Language): boolean {
    return [...this.sections].every((section) => section in texts);
  }

  /** Returns a context for the same address with English texts. */
  inEnglish(): PageContext {
    const language = { ...english, prefix: this.language.prefix };
    return new PageContext(language, this.environment, this.now, this.assets);
  }

  get origin(): string {
    return this.environment.PUBLIC_URL;
  }

  get siteName(): string {
    const { SITE_NAME } = this.environment;
    return SITE_NAME === DEFAULT_SITE_NAME ? this.t.site : SITE_NAME;
  }

  /** Email address that visitors can write to. */
  get supportEmail(): string | undefined {
    return this.environment.SUPPORT_EMAIL;
  }

  /** Returns the path of a page in the page's language. */
  href(path: string): string {
    return pathIn(this.language, path);
  }

  /** Returns the absolute address of a page, for machines. */
  address(path: string): string {
    return this.origin + this.href(path);
  }

  /** Translates a category's name. Categories that admins added keep their name. */
  categoryName(name: string): string {
    const steps = name.split(STEP);
    return steps.map((step) => this.language.categories?.get(step) ?? step).join(STEP);
  }

  /** Lists the names of a business's categories. The name of a subcategory includes its parent's. */
  categoryNames(categories: readonly { name: string }[]): string {
    return categories
      .filter(({ name }) => !categories.some((each) => each.name.startsWith(name + STEP)))
      .map(({ name }) => this.categoryName(name))
      .join(', ');
  }

  /** Returns a category's name in the plural, such as "Breweries", if the language has one. */
  categoryPlural(name: string): string {
    const called = this.categoryName(name);
    return this.language.plural?.(called) ?? called;
  }

  number(value: number): string {
    return numberFormat(this.language.locale).format(value);
  }

  /** Formats a number such as "12K". */
  compactNumber(value: number): string {
    return numberFormat(this.language.locale, { notation: 'compact' }).format(value);
  }

  /** Formats the day of an instant in Minnesota, such as "March 1, 2026". */
  date(instant: Date): string {
    return this.format({ year: 'numeric', month: 'long', day: 'numeric' }, instant);
  }

  /**
   * Formats the day and time of an instant in Minnesota, such as "Fri, Jul 10, 7 PM", with the year
   * unless it is the current one.
   */
  dateTime(instant: Date): string {
    const day = { weekday: 'short', month: 'short', day: 'numeric' } as const;
    const year = this.yearOf(localDate(instant));
    return this.format({ ...day, ...year, ...timeOptions(instant) }, instant);
  }

  /** Formats the time of an instant in Minnesota, such as "7 PM". */
  time(instant: Date): string {
    return this.format(timeOptions(instant), instant);
  }

  /** Formats two instants in Minnesota, such as "Fri, Jul 10, 7:00 – 10:00 PM". */
  range(options: Intl.DateTimeFormatOptions, from: Date, to: Date): string {
    return formatDate(this.language, { ...options, timeZone: TIME_ZONE }, from, to);
  }

  /** @param minute minute since midnight, such as 1020 for "5 PM" */
  clockTime(minute: number): string {
    const time = new Date(minute * 60_000);
    return this.format(timeOptions(time), time, 'UTC');
  }

  /** Formats a day such as "Friday, July 10", with the year unless it is the current one. */
  day(date: LocalDate): string {
    const options = { weekday: 'long', month: 'long', day: 'numeric' } as const;
    return this.format({ ...options, ...this.yearOf(date) }, new Date(date), 'UTC');
  }

  /** Formats a day such as "Jul 10". */
  dayOfMonth(date: LocalDate): string {
    return this.format({ month: 'short', day: 'numeric' }, new Date(date), 'UTC');
  }

  /** Returns the option that writes the year, unless all dates are in the current one. */
  yearOf(...dates: LocalDate[]): Intl.DateTimeFormatOptions {
    const year = localDate(this.now).slice(0, 4);
    return dates.every((date) => date.startsWith(year)) ? {} : { year: 'numeric' };
  }

  /** @param month month such as "2026-07", which becomes "July 2026" */
  month(month: string): string {
    return this.format({ month: 'long', year: 'numeric' }, new Date(month), 'UTC');
  }

  /** @param day weekday from 0 for Monday */
  weekday(day: number, weekday: NameLength = 'long'): string {
    // January 1, 2024 was a Monday.
    return this.format({ weekday }, new Date(Date.UTC(2024, 0, 1 + day)), 'UTC');
  }

  /** Returns the name of a language such as "es", or its code if it has no name. */
  languageName(code: string): string {
    const { locale, languages = {} } = this.language;
    return languages[code] ?? new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
  }

  /** Formats a distance such as "1.2 mi". */
  distance(meters: number): string {
    const miles = meters / METERS_PER_MILE;
    const maximumFractionDigits = miles < 10 ? 1 : 0;
    const format = numberFormat(this.language.locale, { maximumFractionDigits });
    return this.t.distance(format.format(miles));
  }

  private format(options: Intl.DateTimeFormatOptions, instant: Date, timeZone = TIME_ZONE): string {
    return formatDate(this.language, { ...options, timeZone }, instant);
  }
}

/** Omits the minutes of a full hour. */
function timeOptions(instant: Date): Intl.DateTimeFormatOptions {
  return instant.getUTCMinutes() === 0
    ? { hour: 'numeric' }
    : { hour: 'numeric', minute: '2-digit' };
}
