import type { Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import type { Database, Prisma } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { changedFields } from './changed-fields.js';
import type { DirectoryEdits } from './directory-edits.js';
import type { Edited } from './edited.js';
import type { Precondition } from './precondition.js';

export interface EditorTools {
  database: Database;
  edits: DirectoryEdits;
  audit: AuditService;
}

export interface EditableRecord {
  id: string;
  /** The slug, for kinds of records that have one. */
  slug?: string;
  /** Its address, if it has one of its own. */
  url?: string;
  /** Set on a tombstone; records of a kind that leaves none have no such key. */
  removedAt?: string | Date | null;
}

/** What the audit and the messages call a record, and where below /admin such records are. */
export interface RecordNames {
  kind: string;
  collection: string;
}

/** What may ask for a slug. */
interface Named {
  slug?: string;
}

/** The operation that brings a removed record back, of a collection below /admin. */
function restoreAddress(collection: string, id: string): string {
  return `/admin/${collection}/${id}/restore`;
}

/** A conflict with another record, which `data` names, and how to restore it if it was removed. */
export function inTheWay(
  field: string,
  message: string,
  { id, slug, url, removedAt }: EditableRecord,
  collection: string,
): ApiError {
  const restore = removedAt ? restoreAddress(collection, id) : undefined;
  const advice = restore
    ? ` It was removed: POST ${restore} brings it back.`
    : url && ` It is at ${url}.`;
  return new ApiError('conflict', `${message}${advice ?? ''}`, {
    details: [{ field, message }],
    data: { id, slug, ...(url && { url }), ...(restore && { restore }) },
  });
}

/**
 * Creates, changes and removes records of one kind: under optimistic locking, each change with its
 * line in the audit, in one transaction. What the kinds differ in, they fill in below.
 */
export abstract class RecordEditor<
  R extends EditableRecord,
  New extends object,
  Change extends object,
> {
  private readonly kind: string;
  private readonly collection: string;

  protected constructor(
    { kind, collection }: RecordNames,
    protected readonly tools: EditorTools,
  ) {
    this.kind = kind;
    this.collection = collection;
  }

  protected abstract find(
    tx: Prisma.TransactionClient,
    idOrSlug: string,
  ): Promise<Edited<R> | undefined>;
  /** @returns the new record's id */
  protected abstract insert(tx: Prisma.TransactionClient, input: New): Promise<string>;
  protected abstract update(tx: Prisma.TransactionClient, before: R, change: Change): Promise<void>;
  protected abstract retire(tx: Prisma.TransactionClient, before: R): Promise<void>;

  /** Undoes `retire`, where that leaves a tombstone. */
  protected revive?(
    tx: Prisma.TransactionClient,
    tombstone: R,
    change: Partial<Change>,
  ): Promise<void>;

  /** What is to be said of a change beside the record that it led to. */
  protected remarks?(change: New | Change, before?: R): object;

  /**
   * Also finds a tombstone.
   *
   * @throws ApiError `not_found`
   */
  async read(
    idOrSlug: string,
    tx: Prisma.TransactionClient = this.tools.database,
  ): Promise<Edited<R>> {
    const found = await this.find(tx, idOrSlug);
    if (found) return found;
    throw new ApiError('not_found', `There is no ${this.kind} with this id or slug.`);
  }

  /** @throws ApiError `conflict` when something that must be unique is taken */
  async create(input: New, admin: Actor): Promise<Edited<R>> {
    return this.tools.edits.transaction(admin, (tx) => this.createIn(tx, input, admin));
  }

  /** As a part of what a transaction of `DirectoryEdits` does. */
  async createIn(tx: Prisma.TransactionClient, input: New, admin: Actor): Promise<Edited<R>> {
    await this.expectFree(tx, input);
    const created = await this.read(await this.insert(tx, input), tx);
    await this.record(tx, admin, 'create', undefined, created.record);
    return { ...created, remarks: this.remarks?.(input) };
  }

  /** @throws ApiError `not_found`, `gone`, `conflict` and those of the precondition */
  async change(
    idOrSlug: string,
    precondition: Precondition,
    change: Change,
    admin: Actor,
  ): Promise<Edited<R>> {
    return this.tools.edits.transaction(admin, (tx) =>
      this.changeIn(tx, idOrSlug, precondition, change, admin),
    );
  }

  /** As a part of what a transaction of `DirectoryEdits` does. */
  async changeIn(
    tx: Prisma.TransactionClient,
    idOrSlug: string,
    precondition: Precondition,
    change: Change,
    admin: Actor,
  ): Promise<Edited<R>> {
    const before = await this.forChange(idOrSlug, precondition, tx);
    await this.expectFree(tx, change, before);
    await this.update(tx, before, change);
    const after = await this.read(before.id, tx);
    await this.record(tx, admin, 'change', before, after.record);
    return { ...after, remarks: this.remarks?.(change, before) };
  }

  /**
   * @returns the tombstone, or what there was
   * @throws ApiError as `change` does
   */
  async remove(idOrSlug: string, precondition: Precondition, admin: Actor): Promise<R> {
    return this.tools.edits.transaction(admin, async (tx) => {
      const before = await this.forChange(idOrSlug, precondition, tx);
      await this.retire(tx, before);
      const after = (await this.find(tx, before.id))?.record;
      await this.record(tx, admin, 'remove', before, after);
      return after ?? before;
    });
  }

  /**
   * Brings a removed record back as it was.
   *
   * @param change what its kind has to write anew with it
   * @throws ApiError `not_found`, `conflict` when it is not removed, and those of the precondition
   */
  async restore(
    idOrSlug: string,
    precondition: Precondition,
    admin: Actor,
    change: Partial<Change> = {},
  ): Promise<Edited<R>> {
    return this.tools.edits.transaction(admin, async (tx) => {
      const before = await this.forRestoring(idOrSlug, precondition, tx);
      await this.revive!(tx, before, change);
      const after = await this.read(before.id, tx);
      await this.record(tx, admin, 'restore', before, after.record);
      return after;
    });
  }

  /** @throws ApiError as `restore` does */
  protected async forRestoring(
    idOrSlug: string,
    precondition: Precondition,
    tx: Prisma.TransactionClient = this.tools.database,
  ): Promise<R> {
    const { record, revision } = await this.read(idOrSlug, tx);
    if (!record.removedAt) {
      throw new ApiError(
        'conflict',
        `The ${this.kind} is not removed, so there is nothing to restore.`,
      );
    }
    precondition.check(revision);
    return record;
  }

  /** @throws ApiError `not_found`, `gone` and those of the precondition */
  protected async forChange(
    idOrSlug: string,
    precondition: Precondition,
    tx: Prisma.TransactionClient = this.tools.database,
  ): Promise<R> {
    const { record, revision } = await this.read(idOrSlug, tx);
    if (record.removedAt) {
      const advice = `POST ${restoreAddress(this.collection, record.id)} brings it back.`;
      throw new ApiError(
        'gone',
        `The ${this.kind} was removed, so it cannot be changed. ${advice}`,
        {
          data: record,
        },
      );
    }
    precondition.check(revision);
    return record;
  }

  /** @throws ApiError `conflict` with the record that has the slug already */
  private async expectFree(tx: Prisma.TransactionClient, { slug }: Named, own?: R): Promise<void> {
    const other = slug && slug !== own?.slug ? await this.find(tx, slug) : undefined;
    if (!other || other.record.id === own?.id) return;
    const message = `Another ${this.kind} has the slug ${slug}.`;
    throw inTheWay('slug', message, other.record, this.collection);
  }

  private async record(
    tx: Prisma.TransactionClient,
    admin: Actor,
    what: 'create' | 'change' | 'remove' | 'restore',
    was: R | undefined,
    is: R | undefined,
  ): Promise<void> {
    const { before, after } = changedFields(was, is);
    if (was && is && Object.keys(after).length === 0) return;
    await this.tools.audit.record(tx, {
      admin,
      action: `${this.kind}.${what}`,
      subject: this.kind,
      subjectId: (is ?? was)!.id,
      before: was && before,
      after: is && after,
    });
  }
}
