import type { Prisma } from '#libs/database/src/database.js';
import { omitUndefined } from '#libs/editing/src/omit-undefined.js';
import type { BusinessDto } from '../record/business.dto.js';
import { DECLARATIONS, type SimpleField, simpleValuesOf } from '../record/simple-fields.js';
import type { BusinessChange } from './business-input.dto.js';

type Columns = Omit<Prisma.BusinessUncheckedUpdateInput, 'id' | 'slug' | 'categories'>;

/**
 * Returns the columns that a change sets, except for the place (see `placeAfter`). Omitted fields
 * are undefined, which Prisma ignores.
 */
export function toColumns(change: BusinessChange, present?: BusinessDto): Columns {
  const { name, status, hours } = change;
  const { street, unit } = change.address ?? {};
  return {
    ...{ name, status, street, unit },
    ...simpleColumns(change),
    social: change.social && withoutNulls({ ...present?.social, ...omitUndefined(change.social) }),
    hours: hours?.map(({ day, opens, closes }) => ({ day, opens, closes })),
  };
}

function simpleColumns(change: BusinessChange): Columns {
  const values = Object.entries(simpleValuesOf(change)).map(([name, value]) => {
    const isDate = DECLARATIONS[name as SimpleField].form === 'date' && value;
    return [name, isDate ? new Date(`${value}T00:00:00Z`) : value];
  });
  return Object.fromEntries(values) as Columns;
}

function withoutNulls(accounts: Record<string, string | null | undefined>) {
  return Object.fromEntries(Object.entries(accounts).filter(([, address]) => address != null));
}
