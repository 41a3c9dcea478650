import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { AdminNoticesService } from '#libs/admin/src/notices/admin-notices.service.js';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { toBusiness } from '#libs/businesses/src/record/stored-record.js';
import { Clock } from '#libs/config/src/clock.js';
import type { Prisma } from '#libs/database/src/database.js';
import { localDate } from '#libs/geography/src/local-date.js';
import { clientNetwork } from '#libs/http/src/client-address/client-address.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { additionOf, changeOf, dealOf, eventOf } from './proposed-change.js';
import { SUGGESTION_NOTICE } from './suggestion-notice.js';
import { DEAL, EVENT, MISSING, type Sender } from './suggestion.dto.js';
import type { DealInput, EventInput, MissingInput, ReportInput } from './suggestion-input.dto.js';
import { SuggestionsRepository } from './suggestions.repository.js';

const PER_ADDRESS = { limit: 10, windowSeconds: 3600 };
const ONE_IN_90_DAYS = { limit: 1, windowSeconds: 90 * 86_400 };
/** Maximum number of pending suggestions in total. */
const MAX_PENDING = 5_000;
const MAX_PENDING_OF_ONE = 20;

/** Stores visitors' suggestions. Nothing changes until an admin accepts one. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly suggestions: SuggestionsRepository,
    private readonly businesses: BusinessesRepository,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
    private readonly mail: MailService,
    private readonly notices: AdminNoticesService,
  ) {}

  /**
   * @param business record that the report is about
   * @param httpRequestId id of the HTTP request that submits the report
   * @param sentBy "owner" only if the sender has proved to read the mail of the business
   * @throws ApiError `rate_limited` from the eleventh suggestion of a client within an hour;
   * `conflict` if too many are pending
   */
  async report(
    business: Pick<BusinessDto, 'id' | 'specialHours'>,
    report: ReportInput,
    address: string,
    httpRequestId?: string,
    sentBy: Sender = 'visitor',
  ): Promise<void> {
    const { about, correction } = report;
    const change = changeOf(report, business, localDate(this.clock.now()));
    const suggestion = { businessId: business.id, about, correction, change, sentBy };
    await this.add(suggestion, report, address, httpRequestId);
  }

  /**
   * Records that a visitor finds a business right. The second network to do so within 90 days
   * confirms it.
   *
   * @throws ApiError `rate_limited` as `report` does
   */
  async confirm(businessId: string, address: string): Promise<void> {
    const network = clientNetwork(address);
    await this.charge(network);
    const bucket = `confirmation:${businessId}`;
    const digest = createHash('sha256').update(`${businessId} ${network}`).digest('base64url');
    const visitor = await this.attempts.count(`${bucket}:${digest.slice(0, 12)}`, ONE_IN_90_DAYS);
    if (!visitor.allowed) return;
    const others = await this.attempts.count(bucket, ONE_IN_90_DAYS);
    if (others.allowed) return;
    const confirmedOn = new Date(`${localDate(this.clock.now())}T00:00:00Z`);
    await this.businesses.confirm(businessId, confirmedOn);
  }

  /** @throws ApiError as `report` does */
  async suggest(missing: MissingInput, address: string, httpRequestId?: string): Promise<void> {
    const { correction } = missing;
    const suggestion = { about: MISSING, correction, change: additionOf(missing) };
    await this.add(suggestion, missing, address, httpRequestId);
  }

  /** @throws ApiError as `report` and `eventOf` do */
  async suggestEvent(input: EventInput, address: string, httpRequestId?: string): Promise<void> {
    const change = eventOf(input, this.clock.now());
    const suggestion = { about: EVENT, correction: input.description, change };
    await this.add(suggestion, input, address, httpRequestId);
  }

  /** @throws ApiError as `report` and `dealOf` do */
  async suggestDeal(input: DealInput, address: string, httpRequestId?: string): Promise<void> {
    const found = await this.businessOf(input.business);
    const named = { ...input, business: found?.slug ?? input.business };
    const change = dealOf(named, this.clock.now());
    const suggestion = {
      businessId: found?.id,
      about: DEAL,
      correction: input.description,
      change,
    };
    await this.add(suggestion, input, address, httpRequestId);
  }

  /** Finds a business by its current or former slug or the address of its page. */
  private async businessOf(text: string): Promise<BusinessDto | undefined> {
    const slug = /(?:^|\/b\/)([a-z0-9-]+)(?:[/?#].*)?$/.exec(text)?.[1];
    const found = slug ? await this.businesses.find(slug) : undefined;
    const business = found && toBusiness(found.record);
    return business?.removedAt ? undefined : business;
  }

  private async add(
    suggestion: Omit<Prisma.SuggestionUncheckedCreateInput, 'source'>,
    { source, email }: Pick<ReportInput, 'source' | 'email'>,
    address: string,
    httpRequestId: string | undefined,
  ): Promise<void> {
    await this.charge(clientNetwork(address));
    await this.expectRoom(suggestion.businessId ?? undefined);
    const createdAt = this.clock.now();
    await this.mail.inTransaction(httpRequestId, async (tx) => {
      await this.suggestions.add({ ...suggestion, source, email, createdAt }, tx);
      await this.notices.announce(tx, SUGGESTION_NOTICE, httpRequestId);
    });
  }

  private charge(network: string): Promise<void> {
    const what = 'suggestions from your address';
    return this.attempts.expectAllowed(`suggestion:${network}`, PER_ADDRESS, what);
  }

  /** Checks the limits on pending suggestions. Concurrent suggestions may exceed them slightly. */
  private async expectRoom(businessId: string | undefined): Promise<void> {
    const [all, ofOne] = await Promise.all([
      this.suggestions.count('pending'),
      businessId ? this.suggestions.count('pending', businessId) : 0,
    ]);
    if (all >= MAX_PENDING || ofOne >= MAX_PENDING_OF_ONE) {
      throw new ApiError('conflict', 'Too many suggestions are pending. Try again in a few days.');
    }
  }
}
