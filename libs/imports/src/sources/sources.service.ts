import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Prisma, Source } from '#libs/database/src/database.js';
import { ApiError, invalidParameter, noRecord } from '#libs/http/src/errors/api-error.js';
import { isSlug, isUuid } from '#libs/text/src/identifiers.js';
import { comparable } from '../columns/fields.js';
import type { Mapping } from '../columns/mapping.js';
import { type ImportSource, UNNAMED } from '../writing/import-source.js';
import { byPrecedence, combinedRows } from '../writing/stored-row.js';
import {
  adminsFields,
  type Values,
  valuesOf,
  recordFieldOf,
  withRecordFields,
} from '../writing/values.js';
import type { BusinessSourcesDto } from './business-sources.dto.js';
import type { AttributionDto } from './source.dto.js';
import type { SourceInput } from './source-input.dto.js';
import { SourcesRepository } from './sources.repository.js';

/** Maximum number of sources. */
const MAX_SOURCES = 1_000;
const DETAILS = ['licence', 'attribution', 'rank', 'idColumn'] as const;

/** Manages the sources of imported businesses. */
@Injectable()
export class SourcesService {
  constructor(private readonly repository: SourcesRepository) {}

  /**
   * Returns the source that an import names, creating or updating it as needed; undefined if the
   * import names none.
   *
   * @throws ApiError `invalid_parameter` or `conflict` if the input is invalid
   */
  async prepare(input: SourceInput, tx?: Prisma.TransactionClient): Promise<Source | undefined> {
    const details = checked(input);
    if (!input.source) return undefined;
    let found = await this.find(input, tx);
    if (!found) {
      await this.refuseTooMany(tx);
      await this.repository.addIfMissing({ name: input.source, ...details }, tx);
      found = (await this.find(input, tx))!;
    }
    const isSame = Object.entries(details).every(
      ([detail, value]) => found[detail as keyof Source] === value,
    );
    return isSame ? found : this.repository.update(found.id, details, tx);
  }

  /**
   * Returns the source that a dry run names as it would be, without writing it.
   *
   * @throws ApiError same as `prepare`
   */
  async preview(
    input: SourceInput,
    tx?: Prisma.TransactionClient,
  ): Promise<ImportSource & { mapping: Mapping | null }> {
    const details = checked(input);
    if (!input.source) return { ...UNNAMED, mapping: null };
    const found = await this.find(input, tx);
    const { rank = found?.rank ?? 10, idColumn = found?.idColumn ?? null } = details;
    const mapping = (found?.mapping ?? null) as Mapping | null;
    return { id: found?.id ?? -1, name: input.source, rank, idColumn, mapping };
  }

  /**
   * Returns the sources of a business's values, including removed businesses.
   *
   * @throws ApiError `not_found`
   */
  async ofBusiness(idOrSlug: string): Promise<BusinessSourcesDto> {
    const found = isUuid(idOrSlug)
      ? await this.repository.findBusiness({ id: idOrSlug })
      : isSlug(idOrSlug) &&
        ((await this.repository.findBusiness({ slug: idOrSlug })) ??
          (await this.repository.findBusiness({ formerSlugs: { some: { slug: idOrSlug } } })));
    if (!found) throw noRecord('business', idOrSlug, 'GET /admin/businesses');
    const sorted = found.sourceRows
      .map((row) => ({ ...row, sourceName: row.source.name }))
      .sort(byPrecedence);
    const rows = sorted.map(({ values, source, ...row }) => ({
      source: source.name,
      licence: source.licence,
      attribution: source.attribution,
      key: row.key,
      rank: row.rank,
      importId: row.importId,
      isMissing: row.isMissing,
      values,
    }));
    return {
      values: sourcedValues(valuesOf(found.business), combinedRows(sorted), rows),
      rows: rows.map((row) => ({ ...row, values: withRecordFields(row.values) })),
    };
  }

  /** Returns attributions ordered by source name. */
  async attributions(): Promise<AttributionDto[]> {
    const licences = await this.repository.licences();
    return licences.filter((source): source is AttributionDto => source.attribution !== null);
  }

  /** @throws ApiError `conflict` if there are as many sources as allowed */
  async refuseTooMany(tx?: Prisma.TransactionClient): Promise<void> {
    if ((await this.repository.count(tx)) < MAX_SOURCES) return;
    const message = `The directory already has the maximum of ${MAX_SOURCES} sources.`;
    throw new ApiError('conflict', message);
  }

  /**
   * @throws ApiError `conflict` if the source has rows that another column identifies, or an
   * unfinished import that will write such rows
   */
  async refuseOtherIdColumn(
    { id, name, idColumn }: Pick<Source, 'id' | 'name' | 'idColumn'>,
    other: string | null,
    tx?: Prisma.TransactionClient,
  ): Promise<void> {
    const [own, asked] = [idColumn, other].map((column) => column && comparable(column));
    if (own === asked) return;
    const isUsed =
      (await this.repository.hasRows(id, tx)) || (await this.repository.isAwaited(id, tx));
    if (!isUsed) return;
    const by = idColumn ? `the column ${idColumn}` : 'name and address';
    const message =
      `The rows of ${name} are identified by ${by}, which can't be changed. ` +
      'Use another source name.';
    throw new ApiError('conflict', message);
  }

  private async find(
    { source: name, idColumn }: SourceInput,
    tx?: Prisma.TransactionClient,
  ): Promise<Source | null> {
    const found = await this.repository.find({ name: name! }, tx);
    if (found && idColumn !== undefined) await this.refuseOtherIdColumn(found, idColumn, tx);
    return found;
  }
}

/** @returns the stated details of the source */
function checked(input: SourceInput): Partial<Pick<Source, (typeof DETAILS)[number]>> {
  const stated = DETAILS.filter((detail) => input[detail] !== undefined);
  if (!input.source) {
    const [stray] = [...stated, ...(input.complete ? ['complete'] : [])];
    if (stray) {
      throw invalidParameter(stray, `${stray} is for a named source: give its name as source.`);
    }
  }
  if (input.source === UNNAMED.name) {
    throw invalidParameter('source', `${UNNAMED.name} is what files without a source are.`);
  }
  if (input.maxMissing !== undefined && !input.complete) {
    throw invalidParameter(
      'maxMissing',
      'maxMissing is for a complete file: give complete as well.',
    );
  }
  return Object.fromEntries(stated.map((detail) => [detail, input[detail]]));
}

/**
 * Returns each value with the first source that has the same value, or with an admin if none has.
 */
function sourcedValues(
  own: Values,
  stated: Values,
  rows: readonly { source: string; values: Values }[],
): BusinessSourcesDto['values'] {
  const fields = new Set([own, ...rows.map(({ values }) => values)].flatMap(Object.keys));
  const admins = new Set(adminsFields(own, stated));
  return Array.from(fields, (field) => {
    const hasValue = ({ values }: { values: Values }) =>
      field === 'categories'
        ? values.categories !== undefined
        : values[field] !== undefined && isDeepStrictEqual(values[field], stated[field]);
    const source = admins.has(field) ? undefined : rows.find(hasValue)?.source;
    return { field: recordFieldOf(field), value: own[field] ?? null, source: source ?? null };
  });
}
