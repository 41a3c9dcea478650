import { ATTRIBUTE_NAMES } from '#libs/businesses/src/record/attributes.js';
import {
  type Identifier,
  identifierText,
  SCHEME_NAMES,
  identifierIn,
  type IdentifierScheme,
  MAX_IDENTIFIERS,
} from '#libs/businesses/src/record/identifiers.js';
import type { ListField } from '#libs/businesses/src/formats/list-cells.js';
import { SOCIAL_NETWORKS } from '#libs/businesses/src/record/social-networks.js';
import {
  DECLARATIONS,
  SIMPLE_FIELD_NAMES,
  type SimpleField,
  type SimpleValues,
} from '#libs/businesses/src/record/simple-fields.js';
import type { SpecialHours } from '#libs/directory-index/src/opening-hours.js';
import type { BusinessStatus } from '#libs/database/src/database.js';
import { countyMisspelled, countyNamed } from '#libs/geography/src/county-named.js';
import type { LocalDate } from '#libs/geography/src/local-date.js';
import type { Place } from '#libs/geography/src/place.js';
import { isMailbox, normalizeEmail } from '#libs/text/src/email-address.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { readPhoneNumber } from '#libs/text/src/phone-number.js';
import type { RawRecord } from '../columns/fields.js';
import { cleanAttribute } from './attributes.js';
import { cleanCategories } from './categories.js';
import { categoryStatus } from './category-schemes.js';
import { addressIn, cleanCity, cleanPostalCode, cleanStreet, splitAddress } from './address.js';
import { cleanCoordinates, pairIn } from './coordinates.js';
import { cleanDate } from './date.js';
import { cleanOpeningHours } from './opening-hours.js';
import { cleanSpecialHours } from './special-hours.js';
import { judgePlace } from './in-minnesota.js';
import { isUnlikely, type OpeningHours } from './hours.js';
import type { Note, Noted } from './notes.js';
import { locate } from './locate.js';
import { hasLostLetters, repairMojibake } from './mojibake.js';
import { readableName } from './readable-name.js';
import { MAX_CELL, tidy, withoutMarkup, jsonList, partsOf, textOf } from './text.js';
import { cleanSocial, cleanWebsite } from './contact.js';
import { cleanStatus, closedIf, openIf } from './status.js';

/** Cleaned values of a row; null for unknown values. */
export interface CleanBusiness extends Place, SimpleValues {
  name: string;
  status: BusinessStatus | null;
  categories: string[];
  street: string | null;
  unit: string | null;
  social: Record<string, string>;
  hours: OpeningHours[];
  specialHours: SpecialHours[];
  /** Known attributes by name. */
  attributes: Record<string, unknown>;
  identifiers: Identifier[];
  confirmedOn: string | null;
  /** Null if a source has not been named. */
  confirmedBy: string | null;
}

export type Cleaned =
  | {
      business: CleanBusiness;
      /** Lists that the row states to be empty, such as hours that are always "closed". */
      empty: ListField[];
      notes: Note[];
    }
  | { rejected: string };

const MAX_NAME = 200;
const MAX_TEXT = 300;
const MAX_DESCRIPTION = 5_000;
const MAX_LIST = 20_000;

/**
 * Cleans a row, or returns the reason why it is rejected.
 *
 * @param today day of the import, which decides the dates of public holidays
 */
export function cleanRecord(raw: RawRecord, today: LocalDate): Cleaned {
  const row = new Row(raw, today);
  const registered = row.text('name', MAX_DESCRIPTION);
  const named = namesIn(registered ?? '');
  const name = registered && row.noteChange(registered, named.name, 'tradeName');
  if (!name) return { rejected: 'It has no name.' };
  if (name.length > MAX_NAME)
    return { rejected: `Its name is longer than ${MAX_NAME} characters.` };

  const readable = row.noteChange(name, readableName(name), 'capitalsLowered');
  const number = row.text('houseNumber');
  const street = row.text('street') ?? row.read('point', addressIn);
  const address = street === null ? null : readAddress(withNumber(number, street), name);
  if (address?.state) row.notes.push('addressSplit');
  const city = row.noted(
    row.read('city', cleanCity) ?? (address?.city ? cleanCity(address.city) : null),
  );
  const postalCode = row.noted(
    cleanPostalCode(tidy(raw.postalCode) ?? address?.postalCode ?? null),
  );
  const pair = pairIn(tidy(raw.point) ?? '');
  const point = cleanCoordinates(
    tidy(raw.latitude) ?? pair?.latitude ?? null,
    tidy(raw.longitude) ?? pair?.longitude ?? null,
  );
  const isElsewhere = point.note === 'coordinatesElsewhere';
  if (point.note && !isElsewhere) row.notes.push(point.note);
  const verdict = judgePlace({
    country: tidy(raw.country),
    state: tidy(raw.state) ?? address?.state ?? null,
    postalCode,
    city,
    point: isElsewhere ? 'elsewhere' : point.value,
  });
  if ('rejected' in verdict) return verdict;
  row.notes.push(...verdict.notes);

  const business: CleanBusiness = {
    name: readable,
    ...row.simpleValues(),
    legalName: otherThan(readable, row.text('legalName', MAX_NAME) ?? named.legalName),
    status: row.status(),
    categories: row.categories(),
    street: address?.street ?? null,
    unit: row.text('unit') ?? address?.unit ?? null,
    city,
    county: row.read('county', cleanCounty, MAX_TEXT, 'countyUnknown'),
    postalCode: verdict.postalCode,
    latitude: verdict.point?.latitude ?? null,
    longitude: verdict.point?.longitude ?? null,
    precision: verdict.point && cleanPrecision(tidy(raw.precision)),
    social: row.social(),
    attributes: row.attributes(),
    identifiers: row.identifiers(),
    confirmedOn: row.confirmedOn(),
    confirmedBy: null,
    ...row.hours(),
  };
  if (business.hours.some(isUnlikely)) row.notes.push('hoursUnlikely');
  return { business, empty: row.empty, notes: [...row.notes, ...locate(business)] };
}

/** Reads the fields of one row and notes dropped values. */
class Row {
  readonly notes: Note[] = [];
  readonly empty: ListField[] = [];

  constructor(
    private readonly raw: RawRecord,
    private readonly today: LocalDate,
  ) {}

  text(field: keyof RawRecord, maxLength = MAX_TEXT): string | null {
    return this.read(field, (text) => text, maxLength);
  }

  /**
   * Returns the cleaned field. If `clean` returns nothing, returns null and adds the note
   * `otherwise`.
   */
  read<T>(
    field: keyof RawRecord,
    clean: (text: string) => T | null,
    maxLength = MAX_TEXT,
    otherwise?: Note,
  ): T | null {
    const text = this.plain(field);
    if (text === null) return null;
    const value = text.length > maxLength ? null : clean(text);
    if (text.length > maxLength) this.notes.push('tooLong');
    else if (value === null && otherwise) this.notes.push(otherwise);
    return value;
  }

  /** Returns a cell before tidying, because mojibake may contain control characters and spaces. */
  private plain(field: keyof RawRecord): string | null {
    const cell = this.raw[field]?.slice(0, MAX_CELL);
    if (!cell) return null;
    const whole = this.noteChange(cell, cell.toWellFormed(), 'halfCharacterReplaced');
    const read = this.noteChange(whole, repairMojibake(whole), 'mojibakeRepaired');
    if (whole === cell && hasLostLetters(read)) this.notes.push('lettersLost');
    if (field === 'website') return tidy(read);
    return tidy(this.noteChange(read, withoutMarkup(read), 'markupRemoved'));
  }

  noteChange(before: string, after: string, note: Note): string {
    if (after !== before) this.notes.push(note);
    return after;
  }

  /** Returns the value of a cleaned cell, and adds its note. */
  noted<T>(found: Noted<T> | null): T | null {
    if (found?.note) this.notes.push(found.note);
    return found?.value ?? null;
  }

  status(): BusinessStatus | null {
    const implied = [
      this.read('isClosed', closedIf),
      this.read('isOpen', openIf),
      categoryStatus(this.raw.category ?? ''),
    ];
    if (implied.includes('closed')) return 'closed';
    const status = this.read('status', cleanStatus, MAX_TEXT, 'statusUnknown');
    return status ?? implied.find((each) => each !== null) ?? null;
  }

  /** Returns the date of the last confirmation. A date in the future is a slip. */
  confirmedOn(): string | null {
    const read = (text: string) => {
      const date = cleanDate(text);
      return date !== null && date <= this.today ? date : null;
    };
    return this.read('confirmedOn', read, MAX_TEXT, 'dateUnreadable');
  }

  simpleValues(): SimpleValues {
    const values = SIMPLE_FIELD_NAMES.map((name) => [name, this.simpleValue(name)]);
    return Object.fromEntries(values) as SimpleValues;
  }

  private simpleValue(name: SimpleField): string | number | null {
    const { form, max } = DECLARATIONS[name];
    switch (form) {
      case 'text':
      case 'lines':
        return this.text(name, max);
      case 'phone':
        return this.noted(this.read(name, readPhoneNumber, MAX_TEXT, 'phoneUnreadable'));
      case 'email':
        return this.noted(this.read(name, cleanEmail, MAX_TEXT, 'emailUnreadable'));
      case 'webAddress':
        return this.noted(this.read(name, cleanWebsite, MAX_DESCRIPTION, 'websiteUnreadable'));
      case 'date':
        return this.read(name, cleanDate, MAX_TEXT, 'dateUnreadable');
      case 'level':
        return this.read(name, (text) => cleanLevel(text, max), MAX_TEXT, 'levelUnreadable');
    }
  }

  /**
   * Reads weekly and special hours. A readable cell of hours states both, unless the row has another
   * one for special hours.
   */
  hours(): Pick<CleanBusiness, 'hours' | 'specialHours'> {
    const clean = (text: string) => cleanOpeningHours(text, this.today);
    const found = this.read('hours', clean, MAX_DESCRIPTION, 'hoursUnreadable');
    const special = 'specialHoursUnreadable';
    const dated = this.read('specialHours', cleanSpecialHours, MAX_LIST, special);
    const hours = found?.hours ?? [];
    const specialHours = onePerDate([...(found?.specialHours ?? []), ...(dated ?? [])]);
    if (found && hours.length === 0) this.empty.push('hours');
    if (found && specialHours.length === 0 && this.raw.specialHours === undefined) {
      this.empty.push('specialHours');
    }
    return { hours, specialHours };
  }

  categories(): string[] {
    const naics = tidy(this.raw.naics) ?? undefined;
    const clean = (text: string) => cleanCategories(text, naics);
    return [...this.noted(this.read('category', clean, MAX_DESCRIPTION) ?? clean(''))!];
  }

  attributes(): Record<string, unknown> {
    const found = ATTRIBUTE_NAMES.map((name) => [
      name,
      this.read(name, (text) => cleanAttribute(name, text), MAX_TEXT, 'attributeUnreadable'),
    ]);
    const known = found.filter(([, value]) => value !== null);
    return Object.fromEntries(known) as Record<string, unknown>;
  }

  /** Reads identifiers from the common column and from those of each scheme. */
  identifiers(): Identifier[] {
    const note = 'identifierUnreadable';
    const osmType = tidy(this.raw.osmType);
    const found = [
      ...(this.read('identifiers', cleanIdentifiers, MAX_LIST, note) ?? []),
      ...SCHEME_NAMES.flatMap((scheme) => {
        const clean = (text: string) => cleanIdentifier(scheme, text, osmType);
        return this.read(scheme, clean, MAX_TEXT, note) ?? [];
      }),
    ];
    return [...new Map(found.map((each) => [identifierText(each), each])).values()];
  }

  social(): Record<string, string> {
    const accounts: Record<string, string> = {};
    for (const network of SOCIAL_NETWORKS) {
      const address = this.read(network, (text) => cleanSocial(network, text));
      if (address) accounts[network] = address;
    }
    return accounts;
  }
}

/** Returns the last hours of each date, in order of the dates. */
function onePerDate(days: readonly SpecialHours[]): SpecialHours[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

function otherThan(name: string, legalName: string | null): string | null {
  return legalName !== null && slugify(legalName) === slugify(name) ? null : legalName;
}

/** Splits "Loon Holdings LLC dba Loon Cafe" into the trade name and the legal name. */
function namesIn(registered: string): { name: string; legalName: string | null } {
  const found = DOING_BUSINESS_AS.exec(registered);
  if (!found) return { name: registered, legalName: null };
  const legalName = tidy(found[1]!.replace(/[\s,;]+$/, ''));
  const name = tidy(found[2]);
  if (name === null) return { name: legalName ?? '', legalName: null };
  return { name, legalName: legalName && readableName(legalName) };
}

/** "dba" in its spellings: `dba X`, `d.b.a. X`, `/DBA X`, `(dba X)`. */
const DOING_BUSINESS_AS =
  /^(.*?\S)\s*(?:\s|[/(])(?:d[./]?\s?b[./]?\s?a|doing business as)[.:]?\s+([^\s()](?:[^()]|\([^()]*\))*)\)?$/i;

/** Reads a level as a number, or as `$$`. */
function cleanLevel(text: string, max: number): number | null {
  const level = /^\$+$/.test(text) ? text.length : Number(text);
  return Number.isInteger(level) && level >= 1 && level <= max ? level : null;
}

/** Reads a point's precision as written by this API; other programs use the field differently. */
function cleanPrecision(text: string | null): NonNullable<Place['precision']> {
  return text === 'postalCode' || text === 'city' ? text : 'exact';
}

function cleanCounty(text: string): string | null {
  return countyNamed(text) ?? countyMisspelled(text) ?? null;
}

/** Reads an email address; the first if there are several. */
function cleanEmail(text: string): Noted<string> | null {
  const parts = partsOf(text, /[;,|]/);
  const [first, ...others] = parts.map((part) => normalizeEmail(part.replace(/^mailto:/i, '')));
  if (first === undefined || ![first, ...others].every(isMailbox)) return null;
  return { value: first, ...(others.length > 0 && { note: 'firstOfSeveral' as const }) };
}

/** Reads the street and unit, and the other parts if the whole address is in one cell. */
function readAddress(text: string, name: string) {
  const whole = splitAddress(text, name);
  const street = whole ? whole.street : text;
  return { ...whole, ...(street ? cleanStreet(street) : { street: null, unit: null }) };
}

function withNumber(houseNumber: string | null, text: string): string {
  // Some registers write 0 for an unknown number.
  const street = text.replace(/^0(?: |$)/, '');
  if (houseNumber === null || houseNumber === '0') return street;
  // "5th Ave" and "55 Main St" don't begin with the house number 5.
  const isRepeated =
    street.startsWith(houseNumber) &&
    !/^(?:\d|(?:st|nd|rd|th)\b)/i.test(street.slice(houseNumber.length));
  return isRepeated ? street : `${houseNumber} ${street}`;
}

/** Reads `osm:node/123; wikidata:Q42`, or the JSON list of the API. Null if any is unreadable. */
function cleanIdentifiers(text: string): Identifier[] | null {
  const texts = text.startsWith('[')
    ? jsonList(text)?.map((item) => `${textOf(item?.scheme)}:${textOf(item?.value)}`)
    : text.split(';');
  const found = texts?.map((each) => identifierIn(each.trim())) ?? [undefined];
  const identifiers = found.filter((each) => each !== undefined);
  const isReadable = identifiers.length === found.length && found.length <= MAX_IDENTIFIERS;
  return isReadable ? identifiers : null;
}

/**
 * Reads the cell of a column for one scheme. A web address counts by its last part.
 *
 * @param osmType `node`, `way` or `relation`, which completes an OpenStreetMap number
 */
function cleanIdentifier(
  scheme: IdentifierScheme,
  text: string,
  osmType: string | null,
): Identifier[] | null {
  let value = text;
  if (scheme === 'wikidata') value = text.replace(/^.*\//, '');
  else if (scheme === 'overture') value = text.toLowerCase();
  else if (scheme === 'osm' && osmType && /^\d+$/.test(text)) value = `${osmType}/${text}`;
  const found = identifierIn(`${scheme}:${value}`);
  return found ? [found] : null;
}
