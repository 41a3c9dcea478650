import type { Prisma } from '#libs/database/src/database.js';
import { omitUndefined } from '#libs/editing/src/omit-undefined.js';
import type { BusinessDto } from '../record/business.dto.js';
import type { BusinessChange } from './business-input.dto.js';

type Columns = Omit<Prisma.BusinessUncheckedUpdateInput, 'id' | 'slug' | 'categories'>;

/**
 * Returns the columns that a change sets, except for the place (see `placeAfter`). Omitted fields
 * are undefined, which Prisma ignores.
 */
export function toColumns(change: BusinessChange, present?: BusinessDto): Columns {
  const { name, description, status, phone, email, website, hours, establishedOn } = change;
  const { street, unit } = change.address ?? {};
  return {
    ...{ name, description, status, phone, email, website },
    ...{ street, unit },
    social: change.social && withoutNulls({ ...present?.social, ...omitUndefined(change.social) }),
    hours: hours?.map(({ day, opens, closes }) => ({ day, opens, closes })),
    establishedOn: establishedOn && new Date(`${establishedOn}T00:00:00Z`),
  };
}

function withoutNulls(accounts: Record<string, string | null | undefined>) {
  return Object.fromEntries(Object.entries(accounts).filter(([, address]) => address != null));
}
