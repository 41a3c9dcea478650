import { isEmail } from 'class-validator';
import type { BusinessStatus } from '#libs/database/src/database.js';
import { countyMisspelled, countyNamed } from '#libs/geography/src/county-named.js';
import type { Place } from '#libs/geography/src/place.js';
import { cityCentre, isMinnesotaPostalCode } from '#libs/geography/src/postal-codes.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import type { RawRecord } from '../columns/fields.js';
import { cleanCategories } from './categories.js';
import { cleanCity, cleanPostalCode, cleanStreet, isMinnesota, isUnitedStates } from './address.js';
import { cleanCoordinates } from './coordinates.js';
import { cleanDate } from './date.js';
import { cleanHours, type OpeningHours } from './hours.js';
import type { Note } from './notes.js';
import { locate } from './locate.js';
import { readableName, repairMojibake, tidy } from './text.js';
import {
  cleanPhone,
  cleanSocial,
  cleanWebsite,
  SOCIAL_NETWORKS,
  type SocialNetwork,
} from './contact.js';
import { cleanStatus } from './status.js';

/** What a row says of a business once it is cleaned; null is what it does not say. */
export interface CleanBusiness extends Place {
  name: string;
  description: string | null;
  status: BusinessStatus | null;
  categories: string[];
  street: string | null;
  unit: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  social: Record<string, string>;
  hours: OpeningHours[];
  establishedOn: string | null;
}

export type Cleaned = { business: CleanBusiness; notes: Note[] } | { rejected: string };

const MAX_NAME = 200;
const MAX_TEXT = 300;
const MAX_DESCRIPTION = 5_000;

/** Cleans a row, or says why it cannot be in the directory. */
export function cleanRecord(raw: RawRecord): Cleaned {
  const row = new Row(raw);
  const name = row.text('name', MAX_DESCRIPTION);
  if (!name) return { rejected: 'It has no name.' };
  if (name.length > MAX_NAME)
    return { rejected: `Its name is longer than ${MAX_NAME} characters.` };

  const [state, country] = [tidy(raw.state), tidy(raw.country)];
  if (!isUnitedStates(country)) return { rejected: `It is in ${quote(country)}, not Minnesota.` };
  if (!isMinnesota(state)) return { rejected: `It is in ${quote(state)}, not Minnesota.` };
  const postalCode = cleanPostalCode(tidy(raw.postalCode));
  if (postalCode.note) row.notes.push(postalCode.note);
  if (postalCode.value && !isMinnesotaPostalCode(postalCode.value)) {
    const city = tidy(raw.city);
    if (!state || (city && !cityCentre(cleanCity(city)))) {
      const place = [quote(city), postalCode.value].filter(Boolean).join(' ');
      return { rejected: `Its ZIP is not Minnesota's: ${place}.` };
    }
    row.notes.push('zipElsewhere');
    postalCode.value = null;
  }

  const address = row.read('street', cleanStreet);
  const point = cleanCoordinates(tidy(raw.latitude), tidy(raw.longitude));
  if (point.note) row.notes.push(point.note);

  const business: CleanBusiness = {
    name: row.noteChange(name, readableName(name), 'capitalsLowered'),
    description: row.text('description', MAX_DESCRIPTION),
    status: row.read('status', cleanStatus),
    categories: row.read('category', cleanCategories, MAX_DESCRIPTION) ?? [],
    street: address?.street ?? null,
    unit: row.text('unit') ?? address?.unit ?? null,
    city: row.read('city', cleanCity),
    county: row.read('county', cleanCounty, MAX_TEXT, 'countyUnknown'),
    postalCode: postalCode.value,
    latitude: point.value?.latitude ?? null,
    longitude: point.value?.longitude ?? null,
    precision: point.value && 'exact',
    phone: row.read('phone', cleanPhone, MAX_TEXT, 'phoneUnreadable'),
    email: row.read('email', cleanEmail, MAX_TEXT, 'emailUnreadable'),
    website: row.read('website', cleanWebsite, MAX_DESCRIPTION, 'websiteUnreadable'),
    social: row.social(),
    hours: row.read('hours', cleanHours, MAX_DESCRIPTION, 'hoursUnreadable') ?? [],
    establishedOn: row.read('establishedOn', cleanDate, MAX_TEXT, 'dateUnreadable'),
  };
  return { business, notes: [...row.notes, ...locate(business)] };
}

/** Reads the fields of one row and notes what had to be left out. */
class Row {
  readonly notes: Note[] = [];

  constructor(private readonly raw: RawRecord) {}

  text(field: keyof RawRecord, maxLength = MAX_TEXT): string | null {
    return this.read(field, (text) => text, maxLength);
  }

  /** The cleaned field; where `clean` can make nothing of it, null and `otherwise` as a note. */
  read<T>(
    field: keyof RawRecord,
    clean: (text: string) => T | null,
    maxLength = MAX_TEXT,
    otherwise?: Note,
  ): T | null {
    const tidied = tidy(this.raw[field]);
    if (tidied === null) return null;
    const whole = this.noteChange(tidied, tidied.toWellFormed(), 'halfCharacterReplaced');
    const text = this.noteChange(whole, repairMojibake(whole), 'mojibakeRepaired');
    const value = text.length > maxLength ? null : clean(text);
    if (text.length > maxLength) this.notes.push('tooLong');
    else if (value === null && otherwise) this.notes.push(otherwise);
    return value;
  }

  noteChange(before: string, after: string, note: Note): string {
    if (after !== before) this.notes.push(note);
    return after;
  }

  social(): Record<string, string> {
    const accounts: Record<string, string> = {};
    for (const network of Object.keys(SOCIAL_NETWORKS) as SocialNetwork[]) {
      const address = this.read(network, (text) => cleanSocial(network, text));
      if (address) accounts[network] = address;
    }
    return accounts;
  }
}

function cleanCounty(text: string): string | null {
  return countyNamed(text) ?? countyMisspelled(text) ?? null;
}

function cleanEmail(text: string): string | null {
  const address = text.replace(/^mailto:/i, '');
  return isEmail(address) ? address : null;
}

function quote(text: string | null): string {
  return excerpt(text ?? '', 40);
}
