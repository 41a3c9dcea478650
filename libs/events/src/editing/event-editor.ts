import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '#libs/admin/src/audit/audit.js';
import { referredBusiness, referredCategory } from '#libs/businesses/src/editing/referred.js';
import { slugify } from '#libs/text/src/slug.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { isSlug, isUuid } from '#libs/directory/src/identifiers.js';
import { DirectoryEdits } from '#libs/editing/src/directory-edits.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { freeSlug } from '#libs/editing/src/free-slug.js';
import { RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { collectionUrl } from '../collection-url.js';
import type { EventDto } from '../record/event.dto.js';
import { eventRecord } from '../record/event-record.sql.js';
import { toSchedule } from '../record/to-schedule.js';
import { lastEnd, type Schedule } from '../recurrence/recurrence.js';
import type { EventChange, NewEvent } from './event-input.dto.js';

type Columns = Prisma.EventUncheckedUpdateInput;

@Injectable()
export class EventEditor extends RecordEditor<EventDto, NewEvent, EventChange> {
  constructor(
    database: Database,
    edits: DirectoryEdits,
    audit: Audit,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    super('event', { database, edits, audit });
  }

  protected override async find(tx: Prisma.TransactionClient, idOrSlug: string) {
    const which = isUuid(idOrSlug)
      ? 'e.id = $2::uuid'
      : isSlug(idOrSlug)
        ? 'e.slug = $2'
        : undefined;
    if (!which) return undefined;
    const [found] = await tx.$queryRawUnsafe<Edited<EventDto>[]>(
      `SELECT ${eventRecord('$1')} AS record, e.revision FROM events e WHERE ${which}`,
      collectionUrl(this.environment),
      idOrSlug,
    );
    return found;
  }

  protected override async insert(tx: Prisma.TransactionClient, input: NewEvent): Promise<string> {
    const id = uuidv7();
    const { startsAt, endsAt, recurrence = null, excludedDates = [] } = input;
    const schedule = { startsAt, endsAt, recurrence, excludedDates: toDates(excludedDates) };
    const named = slugify(input.name, input.address?.city ?? null) || 'event';
    await tx.event.create({
      data: {
        ...((await this.columns(tx, input)) as Prisma.EventUncheckedCreateInput),
        ...scheduleColumns(schedule),
        id,
        slug: input.slug ?? (await freeSlug([named], (slugs) => this.taken(tx, slugs))),
      },
    });
    return id;
  }

  protected override async update(
    tx: Prisma.TransactionClient,
    before: EventDto,
    change: EventChange,
  ): Promise<void> {
    const present = toSchedule(before);
    const schedule = {
      startsAt: change.startsAt ?? present.startsAt,
      endsAt: change.endsAt ?? present.endsAt,
      recurrence: change.recurrence === undefined ? present.recurrence : change.recurrence,
      excludedDates: change.excludedDates ? toDates(change.excludedDates) : present.excludedDates,
    };
    await tx.event.update({
      where: { id: before.id },
      data: {
        ...(await this.columns(tx, change)),
        ...scheduleColumns(schedule),
        slug: change.slug,
      },
    });
  }

  protected override async retire(tx: Prisma.TransactionClient, { id }: EventDto) {
    await tx.event.update({ where: { id }, data: { removedAt: this.clock.now() } });
  }

  /** The columns that a change sets, other than its times; undefined is left alone. */
  private async columns(tx: Prisma.TransactionClient, change: EventChange): Promise<Columns> {
    const { name, description, venue, website, category, business, location } = change;
    const { street, unit, city, county, postalCode } = change.address ?? {};
    return {
      ...{ name, description, venue, website, street, unit, city, county, postalCode },
      ...(location !== undefined && {
        latitude: location?.latitude ?? null,
        longitude: location?.longitude ?? null,
      }),
      categoryId: category && (await referredCategory(tx, 'category', category)),
      businessId: business && (await referredBusiness(tx, 'business', business)),
    };
  }

  private async taken(tx: Prisma.TransactionClient, slugs: string[]): Promise<string[]> {
    const found = await tx.event.findMany({ where: { slug: { in: slugs } } });
    return found.map(({ slug }) => slug);
  }
}

const MAX_DAYS = 31;

function scheduleColumns(schedule: Schedule) {
  const duration = schedule.endsAt.getTime() - schedule.startsAt.getTime();
  if (duration <= 0) throw wrongEnd('endsAt must be later than startsAt.');
  if (duration > MAX_DAYS * 86_400_000) {
    throw wrongEnd(`endsAt must be at most ${MAX_DAYS} days later than startsAt.`);
  }
  return { ...schedule, lastEndsAt: lastEnd(schedule) };
}

function wrongEnd(message: string): ApiError {
  return new ApiError('invalid_body', message, { details: [{ field: 'endsAt', message }] });
}

function toDates(instants: string[]): Date[] {
  return instants.map((instant) => new Date(instant));
}
