import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import type { Prisma } from '#libs/database/src/database.js';
import { type LocalDate, localDate } from '#libs/geography/src/local-date.js';
import { normalizedCity } from '#libs/geography/src/place-names.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import type { Edited } from '#libs/editing/src/edited.js';
import type { Precondition } from '#libs/editing/src/precondition.js';
import { RecordEditor } from '#libs/editing/src/record-editor.js';
import { conflictOf, invalidBody } from '#libs/http/src/errors/api-error.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import { BusinessesRepository } from '../businesses.repository.js';
import { CategoriesRepository } from '../categories/categories.repository.js';
import { matchKey, normalizedName } from '../identity/match-key.js';
import type { BusinessDto } from '../record/business.dto.js';
import { toBusiness } from '../record/stored-record.js';
import type { BusinessChange, BusinessMerge, NewBusiness } from './business-input.dto.js';
import { placeAfter } from './place-after.js';
import { BUSINESSES, businessInTheWay, BusinessSlugs } from './business-slugs.js';
import { toColumns } from './to-columns.js';

interface Merge {
  into: BusinessDto;
  gone: BusinessDto;
  /** Number of events that moved. */
  events: number;
  /** Number of deals that moved. */
  deals: number;
}

/** @throws ApiError `conflict` if two businesses have neither the name nor the city in common */
function expectSimilar(gone: BusinessDto, into: BusinessDto): void {
  const [from, to] = [gone, into].map(({ name, address: { city } }) => ({ name, city }));
  if (normalizedName(from!.name) === normalizedName(to!.name)) return;
  const [fromCity, toCity] = [from!.city, to!.city].map((city) => city && normalizedCity(city));
  if (!fromCity || !toCity || fromCity === toCity) return;
  const message =
    `${from!.name} in ${from!.city} and ${to!.name} in ${to!.city} differ in name and city. ` +
    'If they are the same business, send "force": true.';
  throw conflictOf('force', message);
}

const named = ({ id, slug, name }: BusinessDto) => ({ id, slug, name });

@Injectable()
export class BusinessEditor extends RecordEditor<BusinessDto, NewBusiness, BusinessChange> {
  constructor(
    edits: EditTransactions,
    private readonly businesses: BusinessesRepository,
    private readonly categories: CategoriesRepository,
    private readonly slugs: BusinessSlugs,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    super(BUSINESSES, edits);
  }

  /**
   * Moves the events, deals, former slugs, source rows and suggestions that were not accepted from
   * another business to this one. Then removes the other business and redirects its addresses to
   * this one.
   *
   * @returns this business, which is otherwise unchanged
   * @throws ApiError as `change` does; `invalid_body` if the other business does not exist or is
   * the same one; `conflict` if it was removed, or if both name and city differ without `force`
   */
  async merge(
    idOrSlug: string,
    precondition: Precondition,
    merge: BusinessMerge,
    admin: Actor,
  ): Promise<Edited<BusinessDto>> {
    return this.edits.transaction(admin, (tx) =>
      this.mergeIn(tx, idOrSlug, precondition, merge, admin),
    );
  }

  /** Merges businesses within a transaction of `EditTransactions`. */
  async mergeIn(
    tx: Prisma.TransactionClient,
    idOrSlug: string,
    precondition: Precondition,
    { from, force = false }: BusinessMerge,
    admin: Actor,
  ): Promise<Edited<BusinessDto>> {
    const into = await this.forChange(idOrSlug, precondition, tx);
    const gone = await this.forMerging(tx, from, into);
    if (!force) expectSimilar(gone, into);
    // Move these before the removal, which would otherwise update them again.
    const moved = await this.businesses.moveTo(gone.id, into.id, tx);
    await this.businesses.moveSourceRows(gone.id, into.id, tx);
    await this.retire(tx, gone);
    await this.recordMerge(tx, admin, { into, gone, ...moved });
    return this.read(into.id, tx);
  }

  protected override async find(tx: Prisma.TransactionClient, idOrSlug: string) {
    const found = await this.businesses.findForEditing(idOrSlug, tx);
    return found && { ...found, record: withOrigin(toBusiness(found.record), this.environment) };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    input: NewBusiness,
  ): Promise<string> {
    const id = uuidv7();
    const { place } = placeAfter(input);
    const { city, postalCode } = place;
    // The center of an area is not the location of the business.
    const { latitude = null, longitude = null } = input.location ?? {};
    const street = input.address?.street ?? null;
    const identity = { name: input.name, street, city, postalCode, latitude, longitude };
    const key = matchKey({ ...identity, phone: input.phone ?? null });
    await this.expectNew(tx, key);
    await this.businesses.add(
      {
        ...(toColumns(input, this.today) as Prisma.BusinessUncheckedCreateInput),
        ...place,
        id,
        slug: input.slug
          ? await this.slugs.claim(tx, id, input.slug)
          : await this.slugs.choose(tx, id, identity),
        matchKey: key,
      },
      tx,
    );
    await this.categorize(tx, id, input.categories);
    return id;
  }

  /** Updates a business. A new name leads to a new slug, unless the change sets one. */
  protected override async update(
    tx: Prisma.TransactionClient,
    before: BusinessDto,
    change: BusinessChange,
  ): Promise<void> {
    const { id } = before;
    const { place } = placeAfter(change, before);
    const slug = await this.newSlug(tx, before, change, place.city);
    const data = { ...toColumns(change, this.today, before), ...place, slug };
    await this.businesses.update(id, data, tx);
    await this.categorize(tx, id, change.categories);
  }

  private get today(): LocalDate {
    return localDate(this.clock.now());
  }

  /** Leaves a tombstone, so that copies notice the removal. */
  protected override async retire(tx: Prisma.TransactionClient, { id }: BusinessDto) {
    await this.businesses.update(id, { removedAt: this.clock.now() }, tx);
  }

  protected override remarks(change: BusinessChange, before?: BusinessDto) {
    const { derived, notices } = placeAfter(change, before);
    return { derived, notices };
  }

  /**
   * Restores a business and undoes its merge. Its addresses no longer redirect. Source rows return
   * to it with their values from before the merge, so that every value has a source again and later
   * imports apply.
   */
  protected override async revive(tx: Prisma.TransactionClient, { id }: BusinessDto) {
    await this.businesses.returnSourceRows(id, tx);
    await this.businesses.removeRedirect(id, tx);
    await this.businesses.update(id, { removedAt: null }, tx);
  }

  /** @throws ApiError `conflict` with the business that already has this identity */
  private async expectNew(tx: Prisma.TransactionClient, matchKey: string): Promise<void> {
    const same = await this.businesses.findByMatchKey(matchKey, tx);
    if (!same) return;
    const { mergedInto, removedAt } = same;
    const message = mergedInto
      ? `A business with this name and place was merged into ${mergedInto.name}.`
      : removedAt
        ? 'A business with this name and place was removed.'
        : 'A business with this name and place already exists.';
    throw businessInTheWay('name', message, mergedInto ?? same, this.environment);
  }

  private async forMerging(
    tx: Prisma.TransactionClient,
    idOrSlug: string,
    into: BusinessDto,
  ): Promise<BusinessDto> {
    const gone = (await this.find(tx, idOrSlug))?.record;
    if (!gone) throw invalidBody('from', `No business has the id or slug ${idOrSlug}.`);
    if (gone.id === into.id) throw invalidBody('from', 'from must be a different business.');
    if (!gone.removedAt) return gone;
    const merged = await this.businesses.findMergedInto(gone.id, tx);
    const message = merged
      ? `${gone.name} was already merged into ${merged.name}.`
      : `${gone.name} was removed.`;
    throw conflictOf('from', message);
  }

  /** Records the merge for both businesses, so that it appears in the history of each. */
  private async recordMerge(
    tx: Prisma.TransactionClient,
    admin: Actor,
    { into, gone, events, deals }: Merge,
  ): Promise<void> {
    const entry = { admin, action: 'business.merge' };
    await this.edits.audit.record(tx, {
      ...entry,
      subjectId: gone.id,
      after: { mergedInto: named(into) },
    });
    await this.edits.audit.record(tx, {
      ...entry,
      subjectId: into.id,
      after: { merged: named(gone), events, deals },
    });
  }

  private async newSlug(
    tx: Prisma.TransactionClient,
    { id, name, slug, address }: BusinessDto,
    change: BusinessChange,
    city: string | null,
  ): Promise<string> {
    if (change.slug) return this.slugs.claim(tx, id, change.slug);
    if (change.name === undefined || change.name === name) return slug;
    const { street = address.street } = change.address ?? {};
    return this.slugs.choose(tx, id, { name: change.name, city, street });
  }

  private async categorize(
    tx: Prisma.TransactionClient,
    businessId: string,
    slugs: string[] | undefined,
  ): Promise<void> {
    if (!slugs) return;
    const categories = await this.categories.findBySlugs(slugs, tx);
    const unknown = slugs.filter((slug) => !categories.some((category) => category.slug === slug));
    if (unknown.length > 0) {
      throw invalidBody('categories', `No category has the slug ${unknown.join(', ')}.`);
    }
    const ids = categories.map(({ id }) => id);
    await this.businesses.setCategories(businessId, ids, tx);
  }
}
