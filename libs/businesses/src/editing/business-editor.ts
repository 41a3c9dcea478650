import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { isSlug, isUuid } from '#libs/text/src/identifiers.js';
import { DirectoryEdits } from '#libs/editing/src/directory-edits.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { omitUndefined } from '#libs/editing/src/omit-undefined.js';
import { inTheWay, RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import { matchKey } from '../identity/match-key.js';
import type { BusinessDto } from '../record/business.dto.js';
import { type StoredRecord, toBusiness } from '../record/stored-record.js';
import type { BusinessChange, NewBusiness } from './business-input.dto.js';
import { placeAfter } from './business-place.js';
import { BusinessSlugs, withAddress } from './business-slugs.js';
import { toColumns } from './to-columns.js';

@Injectable()
export class BusinessEditor extends RecordEditor<BusinessDto, NewBusiness, BusinessChange> {
  constructor(
    database: Database,
    edits: DirectoryEdits,
    audit: AuditService,
    private readonly slugs: BusinessSlugs,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    super('business', { database, edits, audit });
  }

  protected override async find(tx: Prisma.TransactionClient, idOrSlug: string) {
    const which = isUuid(idOrSlug) ? 'id = $1::uuid' : isSlug(idOrSlug) ? 'slug = $1' : undefined;
    if (!which) return undefined;
    const [found] = await tx.$queryRawUnsafe<Edited<StoredRecord>[]>(
      `SELECT record, revision FROM businesses WHERE ${which}`,
      idOrSlug,
    );
    return found && { ...found, record: withOrigin(toBusiness(found.record), this.environment) };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    input: NewBusiness,
  ): Promise<string> {
    const id = uuidv7();
    const { place } = placeAfter(input);
    const { city, postalCode } = place;
    // The middle of an area is no place of the business's own.
    const { latitude = null, longitude = null } = input.location ?? {};
    const street = input.address?.street ?? null;
    const identity = { name: input.name, street, city, postalCode, latitude, longitude };
    const key = matchKey({ ...identity, phone: input.phone ?? null });
    const same = await tx.business.findUnique({ where: { matchKey: key } });
    if (same) {
      const message = 'A business of this name is there already, at the same place.';
      throw inTheWay('name', message, withAddress(same, this.environment));
    }
    await tx.business.create({
      data: {
        ...(toColumns(input) as Prisma.BusinessUncheckedCreateInput),
        ...place,
        id,
        slug: input.slug
          ? await this.slugs.claim(tx, id, input.slug)
          : await this.slugs.choose(tx, id, identity),
        matchKey: key,
      },
    });
    await this.categorise(tx, id, input.categories);
    return id;
  }

  /** Another name brings another slug, unless the change says which. */
  protected override async update(
    tx: Prisma.TransactionClient,
    before: BusinessDto,
    change: BusinessChange,
  ): Promise<void> {
    const { id } = before;
    const slug = await this.newSlug(tx, before, change);
    const { place } = placeAfter(change, before);
    const data = { ...toColumns(change, before), ...place, slug };
    await tx.business.update({ where: { id }, data });
    await this.categorise(tx, id, change.categories);
  }

  /** Leaves a tombstone, so that copies learn of it. */
  protected override async retire(tx: Prisma.TransactionClient, { id }: BusinessDto) {
    await tx.business.update({ where: { id }, data: { removedAt: this.clock.now() } });
  }

  protected override remarks(change: BusinessChange, before?: BusinessDto) {
    const { derived, notices } = placeAfter(change, before);
    return { derived, notices };
  }

  private async newSlug(
    tx: Prisma.TransactionClient,
    { id, name, slug, address }: BusinessDto,
    change: BusinessChange,
  ): Promise<string> {
    if (change.slug) return this.slugs.claim(tx, id, change.slug);
    if (change.name === undefined || change.name === name) return slug;
    const { city, street } = { ...address, ...omitUndefined(change.address) };
    return this.slugs.choose(tx, id, { name: change.name, city, street });
  }

  private async categorise(
    tx: Prisma.TransactionClient,
    businessId: string,
    slugs: string[] | undefined,
  ): Promise<void> {
    if (!slugs) return;
    const categories = await tx.category.findMany({ where: { slug: { in: slugs } } });
    const unknown = slugs.filter((slug) => !categories.some((category) => category.slug === slug));
    if (unknown.length > 0) {
      const message = `There is no category ${unknown.join(', ')}.`;
      throw new ApiError('invalid_body', message, { details: [{ field: 'categories', message }] });
    }
    await tx.businessCategory.deleteMany({ where: { businessId } });
    await tx.businessCategory.createMany({
      data: categories.map(({ id }) => ({ businessId, categoryId: id })),
    });
  }
}
