import { Injectable } from '@nestjs/common';
import { AuditService, httpRequestOf } from '#libs/admin/src/audit/audit.service.js';
import type { SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { BusinessEditor } from '#libs/businesses/src/editing/business-editor.js';
import { BusinessChange, NewBusiness } from '#libs/businesses/src/editing/business-input.dto.js';
import { Clock } from '#libs/config/src/clock.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { DirectoryEdits } from '#libs/editing/src/directory-edits.js';
import { omitUndefined } from '#libs/editing/src/omit-undefined.js';
import { Precondition } from '#libs/editing/src/precondition.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { differenceOf } from './difference.js';
import { SUGGESTION_DECIDED } from './suggestion-decided.composer.js';
import type {
  AcceptanceDto,
  DismissalDto,
  ListSuggestionsQuery,
  SuggestionDto,
  SuggestionWithDifferenceDto,
} from './suggestion.dto.js';

const WITH_ADMIN = {
  decidedBy: { select: { email: true } },
} satisfies Prisma.SuggestionInclude;

type DecidedSuggestion = Prisma.SuggestionGetPayload<{ include: typeof WITH_ADMIN }>;

/** Lists suggestions for admins and applies their decisions. */
@Injectable()
export class SuggestionReviewService {
  private readonly input = new InputPipe();

  constructor(
    private readonly database: Database,
    private readonly editor: BusinessEditor,
    private readonly edits: DirectoryEdits,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async list({ status, page, limit }: ListSuggestionsQuery) {
    const [rows, total] = await Promise.all([
      this.database.suggestion.findMany({
        where: { status },
        include: WITH_ADMIN,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.suggestion.count({ where: { status } }),
    ]);
    return { items: rows.map(toDto), total };
  }

  /** @throws ApiError `not_found` */
  async get(id: string): Promise<SuggestionWithDifferenceDto> {
    return this.withDifference(await this.find(this.database, id));
  }

  /**
   * Accepts a suggestion and applies its change, or the given one, on behalf of the admin.
   *
   * @throws ApiError `not_found`; `conflict` if it was already decided; `invalid_body` if there is
   * no change or it is invalid; `gone` if the business was removed
   */
  async accept(
    id: string,
    { change: given }: AcceptanceDto,
    admin: SignedInAdmin,
  ): Promise<SuggestionWithDifferenceDto> {
    const accepted = await this.edits.transaction(admin, async (tx) => {
      const suggestion = await this.decide(tx, id, admin, { status: 'accepted' });
      const change = given ? omitUndefined(given) : (suggestion.change as object | null);
      if (!change) throw noChange();
      const businessId = await this.make(tx, suggestion.businessId, change, admin);
      await this.conclude(tx, suggestion, admin, { status: 'accepted', businessId });
      return tx.suggestion.update({ where: { id }, data: { businessId }, include: WITH_ADMIN });
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
    const dismissed = await this.mail.inTransaction(httpRequestOf(admin), async (tx) => {
      const suggestion = await this.decide(tx, id, admin, { status: 'dismissed', reason });
      await this.conclude(tx, suggestion, admin, { status: 'dismissed', reason });
      return suggestion;
    });
    return this.withDifference(dismissed);
  }

  /** @returns the id of the business */
  private async make(
    tx: Prisma.TransactionClient,
    businessId: string | null,
    change: object,
    admin: SignedInAdmin,
  ): Promise<string> {
    const metatype = businessId ? BusinessChange : NewBusiness;
    const input = await this.input.transform(change, { type: 'body', metatype });
    const { record } = businessId
      ? // The admin has seen the current record next to the suggestion.
        await this.editor.changeIn(
          tx,
          businessId,
          new Precondition('*'),
          input as BusinessChange,
          admin,
        )
      : await this.editor.createIn(tx, input as NewBusiness, admin);
    return record.id;
  }

  /** Records the decision in the audit log and notifies the visitor. */
  private async conclude(
    tx: Prisma.TransactionClient,
    { id, email }: DecidedSuggestion,
    admin: SignedInAdmin,
    after: Prisma.InputJsonObject,
  ): Promise<void> {
    await this.audit.record(tx, {
      admin,
      action: after.status === 'accepted' ? 'suggestion.accept' : 'suggestion.dismiss',
      subject: 'suggestion',
      subjectId: id,
      before: { status: 'pending' },
      after,
    });
    if (!email) return;
    await this.mail.add(tx, {
      kind: SUGGESTION_DECIDED,
      recipient: email,
      data: { suggestionId: id },
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
  ): Promise<DecidedSuggestion> {
    const { count } = await tx.suggestion.updateMany({
      where: { id, status: 'pending' },
      data: { ...decision, decidedById: admin.id, decidedAt: this.clock.now() },
    });
    const suggestion = await this.find(tx, id);
    if (count === 0) {
      throw new ApiError('conflict', `The suggestion was already ${suggestion.status}.`);
    }
    return suggestion;
  }

  private async find(
    database: Pick<Database, 'suggestion'>,
    id: string,
  ): Promise<DecidedSuggestion> {
    const found = await database.suggestion.findUnique({ where: { id }, include: WITH_ADMIN });
    if (!found) throw new ApiError('not_found', 'No suggestion has this id.');
    return found;
  }

  private async withDifference(
    suggestion: DecidedSuggestion,
  ): Promise<SuggestionWithDifferenceDto> {
    const dto = toDto(suggestion);
    const { businessId, change } = dto;
    const present = businessId ? (await this.editor.read(businessId)).record : undefined;
    return { ...dto, difference: change ? differenceOf(change, present) : [] };
  }
}

function noChange(): ApiError {
  const message =
    'This suggestion has no change that can be applied as is. Send the change to make in `change`.';
  return new ApiError('invalid_body', message, { details: [{ field: 'change', message }] });
}

function toDto({ decidedBy, ...suggestion }: DecidedSuggestion): SuggestionDto {
  const { id, status, businessId, about, correction, source, change } = suggestion;
  const { email, reason, createdAt, decidedAt } = suggestion;
  return {
    id,
    status,
    businessId,
    about,
    correction,
    source,
    change: change as object | null,
    email,
    reason,
    createdAt,
    decidedAt,
    decidedBy: decidedBy?.email ?? null,
  };
}
