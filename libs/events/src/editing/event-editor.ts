import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#libs/admin/src/audit/audit.service.js';
import { placeAfter } from '#libs/businesses/src/editing/place-after.js';
import { References } from '#libs/businesses/src/editing/references.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import type { Business, Prisma } from '#libs/database/src/database.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { freeSlug } from '#libs/editing/src/free-slug.js';
import type { Precondition } from '#libs/editing/src/precondition.js';
import { RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError, invalidBody } from '#libs/http/src/errors/api-error.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import { EventsRepository, type ExpandedSchedule } from '../events.repository.js';
import { ExpansionService, RuleRefusedError } from '../occurrences/expansion.service.js';
import { expansionAt } from '../occurrences/horizon.js';
import type { EventDto } from '../record/event.dto.js';
import { isRecurring, type Schedule } from '../recurrence/schedule.js';
import type { EventChange, NewEvent } from './event-input.dto.js';
import { changedSchedule, newSchedule, scheduleOf } from './event-schedule.js';

type Columns = Prisma.EventUncheckedUpdateInput;

interface PlannedSchedule {
  schedule: Schedule;
  /** Excluded dates on which no occurrence starts. */
  unmatched: Date[];
  /** Undefined for an event that takes place once. */
  expanded?: ExpandedSchedule;
}

/** Schedule to write, if any. It is expanded before the transaction, which blocks other writers. */
interface Planned {
  planned?: PlannedSchedule;
}

@Injectable()
export class EventEditor extends RecordEditor<EventDto, NewEvent & Planned, EventChange & Planned> {
  constructor(
    edits: EditTransactions,
    private readonly events: EventsRepository,
    private readonly references: References,
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly expansions: ExpansionService,
  ) {
    super({ kind: 'event', collection: 'events' }, edits);
  }

  override async create(input: NewEvent, admin: Actor): Promise<Edited<EventDto>> {
    return super.create(await this.planned(input), admin);
  }

  /**
   * Prepares an event for `createIn` before the transaction.
   *
   * @throws ApiError `invalid_body` if the schedule is refused
   */
  async planned(input: NewEvent): Promise<NewEvent & Planned> {
    const planned = await this.plan(newSchedule(input));
    expectMatched(planned);
    return { ...input, planned };
  }

  override async change(
    idOrSlug: string,
    precondition: Precondition,
    change: EventChange,
    admin: Actor,
  ): Promise<Edited<EventDto>> {
    const schedule = changedSchedule(await this.forChange(idOrSlug, precondition), change);
    const planned = schedule && (await this.plan(schedule));
    // A new rule or start may leave earlier exclusions without an occurrence.
    if (planned && change.excludedDates) expectMatched(planned);
    return super.change(idOrSlug, precondition, { ...change, planned }, admin);
  }

  override async restore(
    idOrSlug: string,
    precondition: Precondition,
    admin: Actor,
  ): Promise<Edited<EventDto>> {
    const planned = await this.plan(scheduleOf(await this.forRestoring(idOrSlug, precondition)));
    return super.restore(idOrSlug, precondition, admin, { planned });
  }

  protected override async find(tx: Prisma.TransactionClient, idOrSlug: string) {
    const found = await this.events.findForEditing(idOrSlug, tx);
    return found && { ...found, record: withOrigin(found.record, this.environment) };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    { planned, ...input }: NewEvent & Planned,
  ): Promise<string> {
    const id = uuidv7();
    const columns = (await this.columns(tx, input)) as Prisma.EventUncheckedCreateInput;
    const named = slugify(input.name, columns.city ?? null) || 'event';
    const taken = (slugs: string[]) => this.events.takenSlugs(slugs, tx);
    await this.events.add(
      {
        ...columns,
        ...planned!.schedule,
        id,
        slug: input.slug ?? (await freeSlug([named], taken)),
      },
      tx,
    );
    if (planned!.expanded) await this.events.addOccurrences(id, planned!.expanded, tx);
    return id;
  }

  protected override async update(
    tx: Prisma.TransactionClient,
    before: EventDto,
    { planned, ...change }: EventChange & Planned,
  ): Promise<void> {
    expectPlanned(planned, changedSchedule(before, change));
    const columns = await this.columns(tx, change, before);
    await this.events.update(
      before.id,
      { ...columns, ...planned?.schedule, slug: change.slug },
      tx,
    );
    if (planned?.expanded) await this.events.addOccurrences(before.id, planned.expanded, tx);
  }

  protected override async retire(tx: Prisma.TransactionClient, { id }: EventDto) {
    await this.events.update(id, { removedAt: this.clock.now() }, tx);
  }

  protected override async revive(
    tx: Prisma.TransactionClient,
    tombstone: EventDto,
    { planned }: EventChange & Planned,
  ): Promise<void> {
    expectPlanned(planned, scheduleOf(tombstone));
    await this.events.update(tombstone.id, { removedAt: null }, tx);
    if (planned?.expanded) await this.events.addOccurrences(tombstone.id, planned.expanded, tx);
  }

  /** Returns the columns that a change sets, except times. Undefined columns keep their values. */
  private async columns(
    tx: Prisma.TransactionClient,
    change: EventChange,
    before?: EventDto,
  ): Promise<Columns> {
    const { name, description, venue, website, isFree, category, business } = change;
    const { address } = change;
    // An event keeps its point, unless it was that of its business. It derives none from its address.
    const location = (await this.leavesHost(tx, change, before)) ? null : change.location;
    const isMoved = address || location !== undefined;
    const place = isMoved ? placeAfter({ ...change, location }, before).place : undefined;
    const host = business ? await this.references.business(tx, business) : undefined;
    const isPlaced = Boolean(venue ?? address ?? location);
    const isAtHost = host && !isPlaced && (await this.isPlacedByHost(tx, before));
    return {
      name,
      description,
      venue,
      website,
      isFree,
      street: address?.street,
      unit: address?.unit,
      city: place?.city,
      county: place?.county,
      postalCode: place?.postalCode,
      ...(location !== undefined && {
        latitude: location?.latitude ?? null,
        longitude: location?.longitude ?? null,
      }),
      ...(isAtHost && addressOf(host)),
      categoryId: category && (await this.references.category(tx, 'category', category)),
      businessId: business === null ? null : host?.id,
    };
  }

  /** Reports whether a new address, other than a unit, leaves the point copied from its business. */
  private async leavesHost(
    tx: Prisma.TransactionClient,
    { address, location }: EventChange,
    before?: EventDto,
  ): Promise<boolean> {
    if (!address || location !== undefined || !before?.business || !before.location) return false;
    const isElsewhere = (['street', 'city', 'postalCode'] as const).some(
      (part) => address[part] !== undefined && address[part] !== before.address[part],
    );
    const host = addressOf(await this.references.business(tx, before.business.id));
    const { latitude, longitude } = before.location;
    return isElsewhere && latitude === host.latitude && longitude === host.longitude;
  }

  /** Reports whether an event has no place but the one copied from its business. */
  private async isPlacedByHost(tx: Prisma.TransactionClient, event?: EventDto): Promise<boolean> {
    if (!event) return true;
    const { venue, business, address, location } = event;
    if (venue !== null || !business) return false;
    const { street, unit, city, county, postalCode } = address;
    const { latitude = null, longitude = null } = location ?? {};
    const own = { street, unit, city, county, postalCode, latitude, longitude };
    return isDeepStrictEqual(own, addressOf(await this.references.business(tx, business.id)));
  }

  /**
   * @throws ApiError `invalid_body` if the rule is refused, or if `startsAt` is not one of its dates,
   * which RFC 5545, section 3.8.5.3, leaves undefined
   */
  private async plan(schedule: Schedule): Promise<PlannedSchedule> {
    if (!isRecurring(schedule)) {
      const { startsAt, excludedDates } = schedule;
      const unmatched = excludedDates.filter((date) => date.getTime() !== startsAt.getTime());
      return { schedule, unmatched };
    }
    const window = expansionAt(this.clock.now());
    try {
      const expansion = await this.expansions.expand(schedule, window);
      expectFirstDate(schedule.startsAt, expansion.first);
      const { unmatched } = expansion;
      return { schedule, unmatched, expanded: { schedule, window, expansion } };
    } catch (error) {
      if (!(error instanceof RuleRefusedError)) throw error;
      throw invalidBody('recurrence', error.message);
    }
  }
}

/** Returns the columns of an event that takes place at a business. */
function addressOf(business: Business): Columns {
  const { street, unit, city, county, postalCode, precision, ...point } = business;
  const isExact = precision === 'exact';
  const latitude = isExact ? point.latitude : null;
  const longitude = isExact ? point.longitude : null;
  return { street, unit, city, county, postalCode, latitude, longitude };
}

/** @throws ApiError `invalid_body` if an event does not start on the first date of its rule */
function expectFirstDate(startsAt: Date, first: Date): void {
  if (startsAt.getTime() === first.getTime()) return;
  throw invalidBody(
    'startsAt',
    `startsAt must be a date of the recurrence, such as ${first.toISOString()}.`,
  );
}

/** @throws ApiError `invalid_body` if no occurrence starts on an excluded date */
function expectMatched({ unmatched: [first] }: PlannedSchedule): void {
  if (!first) return;
  throw invalidBody(
    'excludedDates',
    `excludedDates must be start times of occurrences. None starts at ${first.toISOString()}.`,
  );
}

/** @throws ApiError `conflict` if the schedule is not the planned one */
function expectPlanned(planned: PlannedSchedule | undefined, schedule: Schedule | undefined): void {
  if (isDeepStrictEqual(schedule, planned?.schedule)) return;
  throw new ApiError(
    'conflict',
    'Another admin has just changed this event. Reload it and try again.',
  );
}
