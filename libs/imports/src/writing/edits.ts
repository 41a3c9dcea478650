import { isDeepStrictEqual } from 'node:util';
import {
  ATTRIBUTE_NAMES,
  attributeText,
  type AttributeName,
} from '#libs/businesses/src/record/attributes.js';
import {
  isListField,
  LIST_CELLS,
  LIST_FIELDS,
  type ListField,
} from '#libs/businesses/src/formats/list-cells.js';
import type { LocalDate } from '#libs/geography/src/local-date.js';
import { withoutGuard } from '#libs/text/src/csv.js';
import { cleanRecord } from '../cleaning/clean-record.js';
import type { Note } from '../cleaning/notes.js';
import { cleanAttribute } from '../cleaning/attributes.js';
import { cleanDate } from '../cleaning/date.js';
import { tidy } from '../cleaning/text.js';
import type { Field, RawRecord } from '../columns/fields.js';
import type { DirectoryChanges } from './directory-changes.js';
import { contradicts, isPlaceField, PLACE_FIELDS } from './place.js';
import type { StoredBusiness } from './stored-business.js';
import { blankValues, FIELD_VALUES, type ValueChange, type Values, valuesOf } from './values.js';

/** A row with the id of a business in this directory, as in the exports. */
export interface Edit {
  id: string;
  /** Line of the file where the row begins. */
  line: number;
  record: RawRecord;
}

export type Edited = { business: StoredBusiness } & (
  | {
      outcome: 'updated' | 'unchanged' | 'merged';
      notes: readonly Note[];
      changes?: readonly ValueChange[];
    }
  | { outcome: 'repeatsId'; firstLine: number }
  | { outcome: 'rejected'; reason: string }
);

/** Fields required to clean any row. */
const CONTEXT: readonly Field[] = ['name', 'state', 'country'];
const ADDRESS: readonly Field[] = ['street', 'houseNumber', 'city', 'postalCode'];
const POINT: readonly Field[] = ['latitude', 'longitude'];
const LEFT_BEHIND: readonly Field[] = [...POINT, 'precision', 'county'];

/**
 * Applies the changes made to a business's row in an exported file. Cells that equal the exported
 * value are ignored and not cleaned. Changed cells count as an admin's changes.
 *
 * @param firstLine line of an earlier row with the same id in the file
 */
export function applyEdit(
  { record }: Edit,
  business: StoredBusiness,
  changes: DirectoryChanges,
  today: LocalDate,
  firstLine: number | undefined,
): Edited {
  const unchanged: Edited = { business, outcome: firstLine ? 'merged' : 'unchanged', notes: [] };
  const written = exported(business);
  const fields = (Object.keys(record) as Field[]).filter(
    (field) => FIELD_VALUES[field] && !isSame(field, record[field]!, written[field] ?? ''),
  );
  if (business.isRemoved || fields.length === 0) return unchanged;
  if (firstLine !== undefined) return { business, outcome: 'repeatsId', firstLine };
  const own = valuesOf(business);
  const read = readEdit(record, written, fields, own, today);
  if ('rejected' in read) return { business, outcome: 'rejected', reason: read.rejected };
  const { now, names, blank, notes } = read;
  const edited = names.filter((name) => {
    const isRead = now[name] !== undefined || blank.includes(name);
    return isRead && !isDeepStrictEqual(now[name], own[name]);
  });
  if (edited.length === 0) return { ...unchanged, notes };
  changes.edit(business, Object.fromEntries(edited.map((name) => [name, now[name]])));
  const changed = edited.map((field) => ({ field, before: own[field], after: now[field] }));
  return { business, outcome: 'updated', notes, changes: changed };
}

interface ReadEdit {
  /** Cleaned values of the row. */
  now: Values;
  /** Values that may have been edited. */
  names: string[];
  /** Values to clear if the row has none. */
  blank: readonly string[];
  notes: readonly Note[];
}

/** Cleans the edited cells of a row. If one belongs to the place, cleans the whole place. */
function readEdit(
  record: RawRecord,
  written: RawRecord,
  fields: readonly Field[],
  own: Values,
  today: LocalDate,
): ReadEdit | { rejected: string } {
  const has = (some: readonly Field[]) => some.some((field) => fields.includes(field));
  const names = fields.map((field) => FIELD_VALUES[field]!);
  const isPlace = names.some(isPlaceField);
  const all = { state: 'MN', ...written, ...record };
  const edited = pick(all, (field) => {
    // A changed point doesn't keep its old precision unless the precision was edited too.
    if (field === 'precision' && has(POINT)) return fields.includes(field);
    if (field === 'specialHours' && has(['hours'])) return true;
    return fields.includes(field) || CONTEXT.includes(field) || (isPlace && isOfPlace(field));
  });
  const cleaned = cleanRecord(edited, today);
  if ('rejected' in cleaned) return cleaned;
  const blank = [...blankValues(record), ...cleaned.empty].filter((name) => name !== 'status');
  if (has(ADDRESS)) {
    // A new address discards the old point and county unless they were edited too.
    const isLeft = (field: Field) =>
      field === 'unit'
        ? record.unit === undefined
        : LEFT_BEHIND.includes(field) && !has(POINT.includes(field) ? POINT : [field]);
    const moved = cleanRecord(
      pick(edited, (field) => !isLeft(field)),
      today,
    );
    if ('rejected' in moved) return moved;
    const now = valuesOf(moved.business);
    if (contradicts(own, now)) {
      const whole = new Set([...names, ...PLACE_FIELDS]);
      return { now, names: [...whole], blank: [...blank, ...PLACE_FIELDS], notes: moved.notes };
    }
  }
  if (has(['hours'])) names.push('specialHours');
  if (has(['street'])) names.push('unit');
  if (has(POINT)) names.push('county');
  return {
    now: valuesOf(cleaned.business),
    names: [...new Set(names)],
    blank,
    notes: cleaned.notes,
  };
}

function isOfPlace(field: Field): boolean {
  return isPlaceField(FIELD_VALUES[field] ?? '');
}

function pick(record: RawRecord, isPicked: (field: Field) => boolean): RawRecord {
  const entries = Object.entries(record) as [Field, string][];
  return Object.fromEntries(entries.filter(([field]) => isPicked(field)));
}

/** Returns the cells of a business as exported, by import field. */
function exported(business: StoredBusiness): RawRecord {
  const { latitude, longitude, categories, social, attributes, ...texts } = business;
  const cells = Object.entries(texts).map(([field, value]) => [field, String(value as string)]);
  return {
    ...pick(
      Object.fromEntries(cells) as RawRecord,
      (field) => field in FIELD_VALUES && texts[field as 'name'] !== null,
    ),
    latitude: latitude?.toString(),
    longitude: longitude?.toString(),
    category: categories.join('; '),
    ...Object.fromEntries(
      LIST_FIELDS.map((name) => [name, LIST_CELLS[name](business[name] as never)]),
    ),
    ...social,
    ...Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, attributeText(value as string)]),
    ),
  };
}

/** Reports whether a cell equals its exported value in any format. */
function isSame(field: Field, cell: string, written: string): boolean {
  const [now, before] = [cell, written].map((text) => tidy(withoutGuard(text)) ?? '');
  if (now === before) return true;
  if (POINT.includes(field)) return now !== '' && Number(now) === Number(before);
  if (field === 'confirmedOn') return cleanDate(now!) === before;
  if (field === 'category') return isDeepStrictEqual(namesIn(now!), namesIn(before!));
  if (isAttribute(field)) {
    return isDeepStrictEqual(cleanAttribute(field, now!), cleanAttribute(field, before!));
  }
  return isListField(field) && now!.startsWith('[') && listIn(now!, field) === before;
}

function isAttribute(field: Field): field is AttributeName {
  return (ATTRIBUTE_NAMES as readonly string[]).includes(field);
}

function namesIn(categories: string): string[] {
  return categories.split(/\s*;\s*/).sort();
}

function listIn(json: string, field: ListField): string | undefined {
  try {
    return LIST_CELLS[field](JSON.parse(json) as never);
  } catch {
    return undefined;
  }
}
