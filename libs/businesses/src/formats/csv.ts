import { csvLine } from '#libs/text/src/csv.js';
import { ATTRIBUTE_NAMES, attributeText } from '../record/attributes.js';
import type { BusinessDto } from '../record/business.dto.js';
import type { BusinessField } from '../record/business-fields.js';
import { SOCIAL_NETWORKS } from '../record/social-networks.js';
import { LIST_CELLS, LIST_FIELDS } from './list-cells.js';
import { SIMPLE_FIELD_NAMES } from '../record/simple-fields.js';

interface Column {
  name: string;
  /** Record field that contains the value of the column. */
  field: BusinessField;
  cell: (business: BusinessDto) => string | number | null | undefined;
}

const own = (field: BusinessField): Column => ({
  name: field,
  field,
  cell: (business) => business[field] as string | number | null | undefined,
});

const ofAddress = (name: keyof BusinessDto['address']): Column => ({
  name,
  field: 'address',
  cell: ({ address }) => address[name],
});

const ofLocation = (name: keyof NonNullable<BusinessDto['location']>): Column => ({
  name,
  field: 'location',
  cell: ({ location }) => location?.[name],
});

/** Columns with the names and formats that an import accepts. */
export const CSV_COLUMNS: readonly Column[] = [
  ...(['id', 'slug', 'name', 'status'] as const).map(own),
  {
    name: 'categories',
    field: 'categories',
    cell: ({ categories }) => categories.map(({ name }) => name).join('; '),
  },
  ...(['street', 'unit', 'city', 'county', 'state', 'postalCode'] as const).map(ofAddress),
  ...(['latitude', 'longitude', 'precision'] as const).map(ofLocation),
  ...SOCIAL_NETWORKS.map((name): Column => ({
    name,
    field: 'social',
    cell: ({ social }) => social[name],
  })),
  ...ATTRIBUTE_NAMES.map((name): Column => ({
    name,
    field: 'attributes',
    cell: ({ attributes }) => attributeText(attributes[name]),
  })),
  ...LIST_FIELDS.map((name): Column => ({
    name,
    field: name,
    cell: (business) => LIST_CELLS[name](business[name] as never),
  })),
  ...SIMPLE_FIELD_NAMES.map(own),
  ...(
    [
      'confirmedOn',
      'confirmedBy',
      'url',
      'createdAt',
      'updatedAt',
      'removedAt',
      'distance',
    ] as const
  ).map(own),
];

/** Formats businesses as CSV (RFC 4180), with a header line and one line for each business. */
export class BusinessCsv {
  private readonly columns: readonly Column[];

  /** @param fields fields to include as columns; the id is always included */
  constructor(fields: readonly BusinessField[]) {
    this.columns = CSV_COLUMNS.filter(({ field }) => field === 'id' || fields.includes(field));
  }

  header(): string {
    return this.columns.map(({ name }) => name).join();
  }

  line(business: BusinessDto): string {
    return csvLine(this.columns.map(({ cell }) => cell(business)));
  }
}
