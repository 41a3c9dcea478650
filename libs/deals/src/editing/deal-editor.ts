import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { referredBusiness } from '#libs/businesses/src/editing/referred.js';
import { slugify } from '#libs/text/src/slug.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { isSlug, isUuid } from '#libs/text/src/identifiers.js';
import { DirectoryEdits } from '#libs/editing/src/directory-edits.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { freeSlug } from '#libs/editing/src/free-slug.js';
import { inTheWay, RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import type { DealDto } from '../record/deal.dto.js';
import { dealRecord } from '../record/deal-record.sql.js';
import type { DealChange, NewDeal } from './deal-input.dto.js';

@Injectable()
export class DealEditor extends RecordEditor<DealDto, NewDeal, DealChange> {
  constructor(
    database: Database,
    edits: DirectoryEdits,
    audit: AuditService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    super({ kind: 'deal', collection: 'deals' }, { database, edits, audit });
  }

  protected override async find(tx: Prisma.TransactionClient, idOrSlug: string) {
    const which = isUuid(idOrSlug)
      ? 'd.id = $1::uuid'
      : isSlug(idOrSlug)
        ? 'd.slug = $1'
        : undefined;
    if (!which) return undefined;
    const [found] = await tx.$queryRawUnsafe<Edited<DealDto>[]>(
      `SELECT ${dealRecord('d.removed_at')} AS record, d.revision
       FROM deals d JOIN businesses b ON b.id = d.business_id WHERE ${which}`,
      idOrSlug,
    );
    return found && { ...found, record: withOrigin(found.record, this.environment) };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    { business, ...input }: NewDeal,
  ): Promise<string> {
    const id = uuidv7();
    refuseBackward(input.startsAt, input.endsAt ?? null);
    const named = slugify(input.title) || 'deal';
    await tx.deal.create({
      data: {
        ...input,
        id,
        slug: input.slug ?? (await freeSlug([named], (slugs) => this.taken(tx, slugs))),
        businessId: await referredBusiness(tx, 'business', business),
      },
    });
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
    await tx.deal.update({
      where: { id: before.id },
      data: {
        ...change,
        businessId: business && (await referredBusiness(tx, 'business', business)),
      },
    });
  }

  protected override async retire(tx: Prisma.TransactionClient, { id }: DealDto) {
    await tx.deal.update({ where: { id }, data: { removedAt: this.clock.now() } });
  }

  protected override async revive(tx: Prisma.TransactionClient, { id, business }: DealDto) {
    const owner = await tx.business.findUniqueOrThrow({ where: { id: business.id } });
    if (owner.removedAt) {
      const message = `The business ${owner.name} is removed. Restore it before its deals.`;
      throw inTheWay('business', message, owner, 'businesses');
    }
    await tx.deal.update({ where: { id }, data: { removedAt: null } });
  }

  private async taken(tx: Prisma.TransactionClient, slugs: string[]): Promise<string[]> {
    const found = await tx.deal.findMany({ where: { slug: { in: slugs } } });
    return found.map(({ slug }) => slug);
  }
}

function refuseBackward(startsAt: Date, endsAt: Date | null): void {
  if (endsAt === null || startsAt < endsAt) return;
  const message = 'endsAt must be later than startsAt.';
  throw new ApiError('invalid_body', message, { details: [{ field: 'endsAt', message }] });
}
