import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { isSlug, isUuid } from '#libs/text/src/identifiers.js';
import { DirectoryEdits } from '#libs/editing/src/directory-edits.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { omitUndefined } from '#libs/editing/src/omit-undefined.js';
import type { Precondition } from '#libs/editing/src/precondition.js';
import { RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import { matchKey } from '../identity/match-key.js';
import type { BusinessDto } from '../record/business.dto.js';
import { type StoredRecord, toBusiness } from '../record/stored-record.js';
import type { BusinessChange, NewBusiness } from './business-input.dto.js';
import type { BusinessMerge } from './business-merge.dto.js';
import { placeAfter } from './business-place.js';
import { BUSINESSES, businessInTheWay, BusinessSlugs } from './business-slugs.js';
import { toColumns } from './to-columns.js';

interface Merge {
  into: BusinessDto;
  gone: BusinessDto;
  /** How many moved. */
  events: number;
  deals: number;
}

const named = ({ id, slug, name }: BusinessDto) => ({ id, slug, name });

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
    super(BUSINESSES, { database, edits, audit });
  }

  /**
   * Moves the events, deals, former slugs and undecided suggestions of another business to this one,
   * and what sources say of it. The other is removed, and its addresses lead here.
   *
   * @returns this one, which is as it was
   * @throws ApiError as `change` does; `invalid_body` when there is no such other business, or it is
   * this one, and `conflict` when that was removed
   */
  async merge(
    idOrSlug: string,
    precondition: Precondition,
    { from }: BusinessMerge,
    admin: Actor,
  ): Promise<Edited<BusinessDto>> {
    return this.tools.edits.transaction(admin, async (tx) => {
      const into = await this.forChange(idOrSlug, precondition, tx);
      const gone = await this.forMerging(tx, from, into);
      const where = { businessId: gone.id };
      const data = { businessId: into.id };
      // Before the removal, which else touches them once more.
      const events = await tx.event.updateMany({ where, data });
      const deals = await tx.deal.updateMany({ where, data });
      await tx.suggestion.updateMany({ where: { ...where, status: 'pending' }, data });
      await tx.formerSlug.updateMany({ where, data });
      await tx.mergedBusiness.updateMany({
        where: { intoId: gone.id },
        data: { intoId: into.id },
      });
      await tx.$executeRaw`
        UPDATE source_rows
        SET business_id = ${into.id}::uuid, merged_from = coalesce(merged_from, business_id)
        WHERE business_id = ${gone.id}::uuid`;
      const merged = { id: gone.id, intoId: into.id };
      await tx.mergedBusiness.upsert({ where: { id: gone.id }, create: merged, update: merged });
      await this.retire(tx, gone);
      await this.recordMerge(tx, admin, { into, gone, events: events.count, deals: deals.count });
      return this.read(into.id, tx);
    });
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
    await this.expectNew(tx, key);
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

  /** Its addresses no longer lead to what it was merged into, and what sources say is of it again. */
  protected override async revive(tx: Prisma.TransactionClient, { id }: BusinessDto) {
    await tx.sourceRow.updateMany({
      where: { mergedFrom: id, business: { mergedHere: { some: { id } } } },
      data: { businessId: id, mergedFrom: null },
    });
    await tx.mergedBusiness.deleteMany({ where: { id } });
    await tx.business.update({ where: { id }, data: { removedAt: null } });
  }

  /** @throws ApiError `conflict` with the business that has the identity already */
  private async expectNew(tx: Prisma.TransactionClient, matchKey: string): Promise<void> {
    const same = await tx.business.findUnique({
      where: { matchKey },
      include: { mergedInto: { include: { into: true } } },
    });
    if (!same) return;
    const { mergedInto, removedAt } = same;
    const message = mergedInto
      ? `A business of this name, at the same place, was merged into ${mergedInto.into.name}.`
      : `A business of this name ${removedAt ? 'was' : 'is'} there already, at the same place.`;
    throw businessInTheWay('name', message, mergedInto?.into ?? same, this.environment);
  }

  private async forMerging(
    tx: Prisma.TransactionClient,
    idOrSlug: string,
    into: BusinessDto,
  ): Promise<BusinessDto> {
    const gone = (await this.find(tx, idOrSlug))?.record;
    const refusal = (message: string) =>
      new ApiError('invalid_body', message, { details: [{ field: 'from', message }] });
    if (!gone) throw refusal(`There is no business ${idOrSlug}.`);
    if (gone.id === into.id) throw refusal('from must be another business than this one.');
    if (!gone.removedAt) return gone;
    const merged = await tx.mergedBusiness.findUnique({
      where: { id: gone.id },
      include: { into: true },
    });
    const message = merged
      ? `${gone.name} was merged into ${merged.into.name} already.`
      : `${gone.name} was removed.`;
    throw new ApiError('conflict', message, { details: [{ field: 'from', message }] });
  }

  /** For each of the two, so that each has it in its history. */
  private async recordMerge(
    tx: Prisma.TransactionClient,
    admin: Actor,
    { into, gone, events, deals }: Merge,
  ): Promise<void> {
    const entry = { admin, action: 'business.merge', subject: BUSINESSES.kind };
    await this.tools.audit.record(tx, {
      ...entry,
      subjectId: gone.id,
      after: { mergedInto: named(into) },
    });
    await this.tools.audit.record(tx, {
      ...entry,
      subjectId: into.id,
      after: { merged: named(gone), events, deals },
    });
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
