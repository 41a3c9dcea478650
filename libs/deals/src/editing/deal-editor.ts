import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { References } from '#libs/businesses/src/editing/references.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import type { Prisma } from '#libs/database/src/database.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import { freeSlug } from '#libs/editing/src/free-slug.js';
import { inTheWay, RecordEditor } from '#libs/editing/src/record-editor.js';
import { invalidBody } from '#libs/http/src/errors/api-error.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import { DealsRepository } from '../deals.repository.js';
import type { DealDto } from '../record/deal.dto.js';
import type { DealChange, NewDeal } from './deal-input.dto.js';

@Injectable()
export class DealEditor extends RecordEditor<DealDto, NewDeal, DealChange> {
  constructor(
    edits: EditTransactions,
    private readonly deals: DealsRepository,
    private readonly businesses: BusinessesRepository,
    private readonly references: References,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    super({ kind: 'deal', collection: 'deals' }, edits);
  }

  protected override async find(tx: Prisma.TransactionClient, idOrSlug: string) {
    const found = await this.deals.findForEditing(idOrSlug, tx);
    return found && { ...found, record: withOrigin(found.record, this.environment) };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    { business, ...input }: NewDeal,
  ): Promise<string> {
    const id = uuidv7();
    refuseBackward(input.startsAt, input.endsAt ?? null);
    const named = slugify(input.title) || 'deal';
    const taken = (slugs: string[]) => this.deals.takenSlugs(slugs, tx);
    const slug = input.slug ?? (await freeSlug([named], taken));
    const { id: businessId } = await this.references.business(tx, business);
    await this.deals.add({ ...input, id, slug, businessId }, tx);
    return id;
  }

  protected override async update(
    tx: Prisma.TransactionClient,
    before: DealDto,
    { business, ...change }: DealChange,
  ): Promise<void> {
    const { startsAt = new Date(before.startsAt) } = change;
    const { endsAt = before.endsAt === null ? null : new Date(before.endsAt) } = change;
    refuseBackward(startsAt, endsAt);
    const owner = business ? await this.references.business(tx, business) : undefined;
    await this.deals.update(before.id, { ...change, businessId: owner?.id }, tx);
  }

  protected override async retire(tx: Prisma.TransactionClient, { id }: DealDto) {
    await this.deals.update(id, { removedAt: this.clock.now() }, tx);
  }

  protected override async revive(tx: Prisma.TransactionClient, { id, business }: DealDto) {
    const owner = await this.businesses.get(business.id, tx);
    if (owner.removedAt) {
      const message = `The business ${owner.name} is removed. Restore it before its deals.`;
      throw inTheWay('business', message, owner, 'businesses');
    }
    await this.deals.update(id, { removedAt: null }, tx);
  }
}

function refuseBackward(startsAt: Date, endsAt: Date | null): void {
  if (endsAt === null || startsAt < endsAt) return;
  throw invalidBody('endsAt', 'endsAt must be later than startsAt.');
}
