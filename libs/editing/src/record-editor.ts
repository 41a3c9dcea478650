import type { Actor } from '#libs/admin/src/audit/audit.service.js';
import type { Prisma } from '#libs/database/src/database.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';
import { changedFields } from './changed-fields.js';
import type { Edited } from './edited.js';
import type { EditTransactions } from './edit-transactions.js';
import type { Precondition } from './precondition.js';

export interface EditableRecord {
  id: string;
  /** The slug, for kinds of records that have one. */
  slug?: string;
  /** URL of the record, if it has one. */
  url?: string | null;
  /** Time of removal, set on a tombstone. Kinds without tombstones omit it. */
  removedAt?: string | Date | null;
}

/** Name of a kind of record in the audit log and in messages, and its collection below /admin. */
export interface RecordNames {
  kind: string;
  collection: string;
}

/** Input that may contain a slug. */
interface Named {
  slug?: string;
}

/** Returns the path of the operation that restores a removed record. */
function restoreAddress(collection: string, id: string): string {
  return `/admin/${collection}/${id}/restore`;
}

/**
 * Creates a conflict with another record. `data` identifies the record and, if it was removed, how
 * to restore it.
 */
export function inTheWay(
  field: string,
  message: string,
  { id, slug, url, removedAt }: EditableRecord,
  collection: string,
): ApiError {
  const restore = removedAt ? restoreAddress(collection, id) : undefined;
  const advice = restore
    ? ` It was removed. Restore it with POST ${restore}.`
    : url && ` See ${url}.`;
  return new ApiError('conflict', `${message}${advice ?? ''}`, {
    details: [{ field, message }],
    data: { id, slug, ...(url && { url }), ...(restore && { restore }) },
  });
}

/**
 * Creates, changes, removes and restores records of one kind. Every change uses optimistic locking
 * and is audited in the same transaction. Subclasses implement the methods that access the tables.
 */
export abstract class RecordEditor<
  R extends EditableRecord,
  New extends object,
  Change extends object,
> {
  protected constructor(
    private readonly names: RecordNames,
    protected readonly edits: EditTransactions,
  ) {}

  protected abstract find(
    tx: Prisma.TransactionClient,
    idOrSlug: string,
  ): Promise<Edited<R> | undefined>;
  /** @returns the id of the new record */
  protected abstract insert(tx: Prisma.TransactionClient, input: New): Promise<string>;
  protected abstract update(tx: Prisma.TransactionClient, before: R, change: Change): Promise<void>;
  protected abstract retire(tx: Prisma.TransactionClient, before: R): Promise<void>;

  /** Undoes `retire`. Implemented only by kinds that leave a tombstone. */
  protected revive?(
    tx: Prisma.TransactionClient,
    tombstone: R,
    change: Partial<Change>,
  ): Promise<void>;

  /** Returns extra response members that comment on a change. */
  protected remarks?(change: New | Change, before?: R): object;

  /**
   * Reads a record, which may be a tombstone.
   *
   * @throws ApiError `not_found`
   */
  async read(
    idOrSlug: string,
    tx: Prisma.TransactionClient = this.edits.database,
  ): Promise<Edited<R>> {
    const found = await this.find(tx, idOrSlug);
    if (found) return found;
    throw noRecord(this.names.kind, idOrSlug, `GET /admin/${this.names.collection}`);
  }

  /** @throws ApiError `conflict` if a unique value is taken */
  async create(input: New, admin: Actor): Promise<Edited<R>> {
    return this.edits.transaction(admin, (tx) => this.createIn(tx, input, admin));
  }

  /** Creates a record within a transaction of `EditTransactions`. */
  async createIn(tx: Prisma.TransactionClient, input: New, admin: Actor): Promise<Edited<R>> {
    await this.expectFree(tx, input);
    const created = await this.read(await this.insert(tx, input), tx);
    await this.record(tx, admin, 'create', undefined, created.record);
    return { ...created, remarks: this.remarks?.(input) };
  }

  /** @throws ApiError `not_found`, `gone`, `conflict`, and the errors of the precondition */
  async change(
    idOrSlug: string,
    precondition: Precondition,
    change: Change,
    admin: Actor,
  ): Promise<Edited<R>> {
    return this.edits.transaction(admin, (tx) =>
      this.changeIn(tx, idOrSlug, precondition, change, admin),
    );
  }

  /** Changes a record within a transaction of `EditTransactions`. */
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
   * @returns the tombstone, or the removed record if its kind leaves none
   * @throws ApiError as `change` does
   */
  async remove(
    idOrSlug: string,
    precondition: Precondition,
    admin: Actor,
  ): Promise<Edited<R> | { record: R; revision?: undefined }> {
    return this.edits.transaction(admin, async (tx) => {
      const before = await this.forChange(idOrSlug, precondition, tx);
      await this.retire(tx, before);
      const after = await this.find(tx, before.id);
      await this.record(tx, admin, 'remove', before, after?.record);
      return after ?? { record: before };
    });
  }

  /**
   * Restores a removed record.
   *
   * @param change fields to change while restoring it
   * @throws ApiError `not_found`, `conflict` if the record is not removed, and the errors of the
   * precondition
   */
  async restore(
    idOrSlug: string,
    precondition: Precondition,
    admin: Actor,
    change: Partial<Change> = {},
  ): Promise<Edited<R>> {
    return this.edits.transaction(admin, async (tx) => {
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
    tx: Prisma.TransactionClient = this.edits.database,
  ): Promise<R> {
    const { record, revision } = await this.read(idOrSlug, tx);
    if (!record.removedAt) {
      throw new ApiError('conflict', `The ${this.names.kind} has not been removed.`);
    }
    precondition.check(revision);
    return record;
  }

  /** @throws ApiError `not_found`, `gone`, and the errors of the precondition */
  protected async forChange(
    idOrSlug: string,
    precondition: Precondition,
    tx: Prisma.TransactionClient = this.edits.database,
  ): Promise<R> {
    const { record, revision } = await this.read(idOrSlug, tx);
    if (record.removedAt) {
      const advice = `Restore it first with POST ${restoreAddress(this.names.collection, record.id)}.`;
      throw new ApiError('gone', `The ${this.names.kind} was removed. ${advice}`, {
        data: record,
      });
    }
    precondition.check(revision);
    return record;
  }

  /** @throws ApiError `conflict` with the record that already has the slug */
  private async expectFree(tx: Prisma.TransactionClient, { slug }: Named, own?: R): Promise<void> {
    const other = slug && slug !== own?.slug ? await this.find(tx, slug) : undefined;
    // A former slug also finds its record.
    if (!other || other.record.slug !== slug || other.record.id === own?.id) return;
    const message = `Another ${this.names.kind} already has the slug ${slug}.`;
    throw inTheWay('slug', message, other.record, this.names.collection);
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
    await this.edits.audit.record(tx, {
      admin,
      action: `${this.names.kind}.${what}`,
      subjectId: (is ?? was)!.id,
      before: was && before,
      after: is && after,
    });
  }
}
