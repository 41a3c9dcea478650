import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Prisma } from '#libs/database/src/database.js';
import { regionNamed } from '#libs/directory-index/src/regions.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import { freeSlug } from '#libs/editing/src/free-slug.js';
import { omitUndefined } from '#libs/editing/src/changed-fields.js';
import { inTheWay, RecordEditor } from '#libs/editing/src/record-editor.js';
import { citySlug, minnesotaCities } from '#libs/geography/src/cities.js';
import { COUNTIES, countySlug } from '#libs/geography/src/county-named.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { minnesotaPostalCode } from '#libs/geography/src/postal-codes.js';
import { ApiError, invalidBody } from '#libs/http/src/errors/api-error.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import {
  inputRefusal,
  type Problem,
  resolveEach,
} from '#libs/http/src/validation/input-refusal.js';
import { noSuch, quote } from '#libs/http/src/validation/known-fields.js';
import type { NewRegion, RegionChange, RegionEntryDto } from './region.dto.js';
import { RegionsRepository } from './regions.repository.js';

/** Maximum number of regions. The directory index holds all of them. */
const MAX_REGIONS = 500;

/** Edits regions. A trigger moves the directory version, so searches follow immediately. */
@Injectable()
export class RegionEditor extends RecordEditor<RegionEntryDto, NewRegion, RegionChange> {
  constructor(
    edits: EditTransactions,
    private readonly regions: RegionsRepository,
  ) {
    super({ kind: 'region', collection: 'regions' }, edits);
  }

  /** Returns a page of regions by name. */
  page({ page, limit }: PageQuery): Promise<{ items: RegionEntryDto[]; total: number }> {
    return this.regions.list((page - 1) * limit, limit);
  }

  protected override async find(tx: Prisma.TransactionClient, idOrSlug: string) {
    const found = await this.regions.find(idOrSlug, tx);
    if (!found) return undefined;
    const { revision, ...record } = found;
    return { record, revision };
  }

  protected override async insert(tx: Prisma.TransactionClient, input: NewRegion): Promise<string> {
    const known = await this.regions.names(tx);
    if (known.length >= MAX_REGIONS) {
      throw new ApiError(
        'conflict',
        `There are already ${MAX_REGIONS} regions, the maximum. Remove one first.`,
      );
    }
    const id = uuidv7();
    const read = readInput(input);
    check({ id, name: input.name, ...NO_PLACES, ...read }, known);
    const taken = async (slugs: string[]) =>
      known.map(({ slug }) => slug).filter((slug) => slugs.includes(slug));
    const slug = input.slug ?? (await freeSlug([placeSlug(input.name) || 'region'], taken));
    await this.regions.add({ ...read, id, slug, name: input.name }, tx);
    return id;
  }

  protected override async update(
    tx: Prisma.TransactionClient,
    before: RegionEntryDto,
    change: RegionChange,
  ): Promise<void> {
    const read = omitUndefined({ ...change, ...readInput(change) });
    check({ ...before, ...read }, await this.regions.names(tx));
    await this.regions.update(before.id, read, tx);
  }

  protected override async retire(
    tx: Prisma.TransactionClient,
    { id }: RegionEntryDto,
  ): Promise<void> {
    await this.regions.remove(id, tx);
  }
}

type Lists = Pick<RegionEntryDto, 'otherNames' | 'cities' | 'counties' | 'postalCodes'>;

const NO_PLACES: Lists = { otherNames: [], cities: [], counties: [], postalCodes: [] };

/**
 * Resolves the places of an input to slugs, without repetitions.
 *
 * @throws ApiError `invalid_body` with a suggestion for each unknown place
 */
function readInput(input: RegionChange): Partial<Lists> {
  const problems: Problem[] = [];
  const read = (
    field: keyof Lists,
    resolve: (text: string) => string | undefined,
    message: (text: string) => string,
  ) => {
    const texts = input[field];
    return texts && { [field]: resolveEach(field, texts, resolve, message, problems) };
  };
  const lists = {
    ...read(
      'otherNames',
      (text) => (placeSlug(text) === '' ? undefined : text.trim()),
      (text) => `otherNames: ${quote(text)} has no letters or digits.`,
    ),
    ...read('cities', citySlug, (text) =>
      noSuch('Minnesota city', text, minnesotaCities().values()),
    ),
    ...read('counties', countySlug, (text) => noSuch('Minnesota county', text, COUNTIES)),
    ...read(
      'postalCodes',
      minnesotaPostalCode,
      (text) => `postalCodes: ${quote(text)} is not a Minnesota ZIP code.`,
    ),
  };
  if (problems.length > 0) throw inputRefusal('invalid_body', problems);
  return lists;
}

/** @throws ApiError if a region has no place, or the name of another region */
function check(
  region: Omit<RegionEntryDto, 'slug'>,
  known: Awaited<ReturnType<RegionsRepository['names']>>,
): void {
  if (region.cities.length + region.counties.length + region.postalCodes.length === 0) {
    throw invalidBody('cities', 'A region needs at least one city, county or ZIP code.');
  }
  const others = known.filter(({ id }) => id !== region.id);
  const fields = [
    ['name', [region.name]],
    ['otherNames', region.otherNames],
  ] as const;
  for (const [field, names] of fields) {
    for (const name of names) {
      const other = regionNamed(name, others);
      if (!other) continue;
      const message = `The region ${other.name} already has the name ${quote(name)}.`;
      throw inTheWay(field, message, other, 'regions');
    }
  }
}
