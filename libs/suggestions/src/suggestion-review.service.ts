import { Injectable, type Type } from '@nestjs/common';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { BusinessEditor } from '#libs/businesses/src/editing/business-editor.js';
import { BusinessChange, NewBusiness } from '#libs/businesses/src/editing/business-input.dto.js';
import { Clock } from '#libs/config/src/clock.js';
import type { Prisma } from '#libs/database/src/database.js';
import { DealEditor } from '#libs/deals/src/editing/deal-editor.js';
import { NewDeal } from '#libs/deals/src/editing/deal-input.dto.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import { omitUndefined } from '#libs/editing/src/changed-fields.js';
import { Precondition } from '#libs/editing/src/precondition.js';
import { EventEditor } from '#libs/events/src/editing/event-editor.js';
import { NewEvent } from '#libs/events/src/editing/event-input.dto.js';
import { ApiError, invalidBody, noRecord } from '#libs/http/src/errors/api-error.js';
import { localDate } from '#libs/geography/src/local-date.js';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { differenceOf } from './proposed-change.js';
import { SUGGESTION_DECIDED } from './suggestion-decided.composer.js';
import {
  type AcceptanceDto,
  DEAL,
  type DismissalDto,
  EVENT,
  type ListSuggestionsQuery,
  type Sender,
  type SuggestionDto,
  type SuggestionWithDifferenceDto,
} from './suggestion.dto.js';
import { type StoredSuggestion, SuggestionsRepository } from './suggestions.repository.js';

/** Field of an acceptance that replaces the suggested change. */
type Replacement = keyof AcceptanceDto;

/** A record that accepting a suggestion created or changed. */
interface Made {
  /** Reference to the record in the audit log. */
  reference: Prisma.InputJsonObject;
  businessId: string | null;
  /** Path of its page. */
  path: string;
}

type Make = (tx: Prisma.TransactionClient) => Promise<Made>;

/** Lists suggestions for admins and applies their decisions. */
@Injectable()
export class SuggestionReviewService {
  private readonly input = new InputPipe();

  constructor(
    private readonly suggestions: SuggestionsRepository,
    private readonly businesses: BusinessEditor,
    private readonly events: EventEditor,
    private readonly deals: DealEditor,
    private readonly edits: EditTransactions,
    private readonly mail: MailService,
    private readonly clock: Clock,
  ) {}

  async list({ status, page, limit }: ListSuggestionsQuery) {
    const skip = (page - 1) * limit;
    const { items, total } = await this.suggestions.list(status, skip, limit);
    return { items: items.map(toDto), total };
  }

  /** @throws ApiError `not_found` */
  async get(id: string): Promise<SuggestionWithDifferenceDto> {
    return this.withDifference(await this.find(id));
  }

  /**
   * Accepts a suggestion and applies its change, or the given one, on behalf of the admin.
   *
   * @throws ApiError `not_found`; `conflict` if it was already decided; `invalid_body` if there is
   * no change or it is invalid; `gone` if the business was removed
   */
  async accept(
    id: string,
    acceptance: AcceptanceDto,
    admin: SignedInAdmin,
  ): Promise<SuggestionWithDifferenceDto> {
    const make = await this.prepare(await this.find(id), acceptance, admin);
    const accepted = await this.edits.transaction(admin, async (tx) => {
      const suggestion = await this.decide(tx, id, admin, { status: 'accepted' });
      const { reference, businessId, path } = await make(tx);
      await this.conclude(tx, suggestion, admin, { status: 'accepted', ...reference }, path);
      return this.suggestions.setBusiness(id, businessId, tx);
    });
    this.mail.wake();
    return this.withDifference(accepted);
  }

  /** @throws ApiError `not_found`, or `conflict` if it was already decided */
  async dismiss(
    id: string,
    { reason }: DismissalDto,
    admin: SignedInAdmin,
  ): Promise<SuggestionWithDifferenceDto> {
    const dismissed = await this.mail.inTransaction(admin.httpRequestId, async (tx) => {
      const suggestion = await this.decide(tx, id, admin, { status: 'dismissed', reason });
      await this.conclude(tx, suggestion, admin, { status: 'dismissed', reason });
      return suggestion;
    });
    return this.withDifference(dismissed);
  }

  /** @throws ApiError `not_found`, or `conflict` if the suggestion is not dismissed */
  async reopen(id: string, admin: SignedInAdmin): Promise<SuggestionWithDifferenceDto> {
    const reopened = await this.mail.inTransaction(admin.httpRequestId, async (tx) => {
      const { reason } = await this.find(id, tx);
      const undone = {
        status: 'pending',
        reason: null,
        decidedById: null,
        decidedAt: null,
      } as const;
      const wasDismissed = await this.suggestions.updateIf('dismissed', id, undone, tx);
      const suggestion = await this.find(id, tx);
      if (!wasDismissed) throw statusConflict(suggestion);
      await this.edits.audit.record(tx, {
        admin,
        action: 'suggestion.reopen',
        subjectId: id,
        before: { status: 'dismissed', reason },
        after: { status: 'pending', reason: null },
      });
      return suggestion;
    });
    return this.withDifference(reopened);
  }

  /**
   * Validates the change of a pending suggestion, or the given one.
   *
   * @returns a function that applies it
   */
  private async prepare(
    suggestion: StoredSuggestion,
    acceptance: AcceptanceDto,
    admin: SignedInAdmin,
  ): Promise<Make> {
    if (suggestion.status !== 'pending') throw statusConflict(suggestion);
    const { about, businessId, change, sentBy, createdAt } = suggestion;
    const replacement: Replacement = about === EVENT || about === DEAL ? about : 'change';
    expectOnly(replacement, acceptance);
    const given = acceptance[replacement];
    const read = async <T extends object>(metatype: Type<T>): Promise<T> => {
      if (!given && !change) throw noChange();
      const input = given ? omitUndefined(given) : change;
      return (await this.input.transform(input, { type: 'body', metatype })) as T;
    };
    if (replacement === EVENT) {
      const planned = await this.events.planned(await read(NewEvent));
      return async (tx) => {
        const { record } = await this.events.createIn(tx, planned, admin);
        const path = `/events/${record.slug}`;
        return { reference: { eventId: record.id }, businessId: record.business?.id ?? null, path };
      };
    }
    if (replacement === DEAL) {
      const input = await read(NewDeal);
      // The business may have been renamed or merged since.
      if (!given && businessId) input.business = businessId;
      return async (tx) => {
        const { record } = await this.deals.createIn(tx, input, admin);
        const path = `/deals/${record.slug}`;
        return { reference: { dealId: record.id }, businessId: record.business.id, path };
      };
    }
    const input = await read<BusinessChange>(businessId ? BusinessChange : NewBusiness);
    return async (tx) => {
      if (businessId && sentBy === 'owner' && input.confirmedOn === undefined) {
        const confirmedOn = localDate(createdAt);
        const { record: before } = await this.businesses.read(businessId, tx);
        const isLatest = !before.confirmedOn || before.confirmedOn <= confirmedOn;
        if (isLatest) Object.assign(input, { confirmedOn, confirmedBy: 'owner' });
      }
      const { record } = businessId
        ? // The admin has seen the current record next to the suggestion.
          await this.businesses.changeIn(tx, businessId, new Precondition('*'), input, admin)
        : await this.businesses.createIn(tx, input as NewBusiness, admin);
      const path = `/b/${record.slug}`;
      return { reference: { businessId: record.id }, businessId: record.id, path };
    };
  }

  /** Records the decision in the audit log and notifies the visitor. */
  private async conclude(
    tx: Prisma.TransactionClient,
    { id, email, decidedAt }: StoredSuggestion,
    admin: SignedInAdmin,
    after: Prisma.InputJsonObject,
    path?: string,
  ): Promise<void> {
    await this.edits.audit.record(tx, {
      admin,
      action: after.status === 'accepted' ? 'suggestion.accept' : 'suggestion.dismiss',
      subjectId: id,
      before: { status: 'pending' },
      after,
    });
    if (!email) return;
    await this.mail.add(tx, {
      kind: SUGGESTION_DECIDED,
      recipient: email,
      data: { suggestionId: id, decidedAt: decidedAt!.toISOString(), ...(path && { path }) },
      httpRequestId: admin.httpRequestId,
    });
  }

  /**
   * Records the decision on a pending suggestion. If several admins decide at once, the row lock
   * lets only one succeed.
   */
  private async decide(
    tx: Prisma.TransactionClient,
    id: string,
    admin: SignedInAdmin,
    decision: Prisma.SuggestionUncheckedUpdateManyInput,
  ): Promise<StoredSuggestion> {
    const decided = { ...decision, decidedById: admin.id, decidedAt: this.clock.now() };
    const wasPending = await this.suggestions.updateIf('pending', id, decided, tx);
    const suggestion = await this.find(id, tx);
    if (!wasPending) throw statusConflict(suggestion);
    return suggestion;
  }

  private async find(id: string, tx?: Prisma.TransactionClient): Promise<StoredSuggestion> {
    const found = await this.suggestions.find(id, tx);
    if (!found) throw noRecord('suggestion', id);
    return found;
  }

  private async withDifference(suggestion: StoredSuggestion): Promise<SuggestionWithDifferenceDto> {
    const dto = toDto(suggestion);
    const { about, businessId, change } = dto;
    const isOfBusiness = businessId && about !== EVENT && about !== DEAL;
    const present = isOfBusiness ? (await this.businesses.read(businessId)).record : undefined;
    return { ...dto, difference: change ? differenceOf(change, present) : [] };
  }
}

function statusConflict({ status, decidedBy, decidedAt }: StoredSuggestion): ApiError {
  if (status === 'pending') return new ApiError('conflict', 'The suggestion is pending.');
  const by = `by ${decidedBy!.email} at ${decidedAt!.toISOString()}`;
  return new ApiError('conflict', `The suggestion was already ${status} ${by}.`);
}

/** @throws ApiError `invalid_body` if the acceptance replaces another kind of change */
function expectOnly(replacement: Replacement, acceptance: AcceptanceDto): void {
  const others = (['change', 'event', 'deal'] as const).filter((field) => field !== replacement);
  const field = others.find((other) => acceptance[other] !== undefined);
  if (!field) return;
  const message = `${field} does not match this suggestion. Send ${replacement} instead.`;
  throw invalidBody(field, message);
}

function noChange(): ApiError {
  const message =
    'This suggestion has no change that can be applied as is. Send the change to make in `change`.';
  return invalidBody('change', message);
}

function toDto({ business, decidedBy, ...suggestion }: StoredSuggestion): SuggestionDto {
  return {
    ...suggestion,
    businessName: business?.name ?? null,
    change: suggestion.change as object | null,
    sentBy: suggestion.sentBy as Sender,
    decidedBy: decidedBy?.email ?? null,
  };
}
