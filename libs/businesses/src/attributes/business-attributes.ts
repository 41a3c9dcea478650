import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import { BEGINNING, changedAt, type Cursor, readRows, readState } from './attribute-rows.js';
import { AttributeTable } from './attribute-table.js';

/**
 * The attributes of all businesses in memory, read when they are first asked for, and from then on
 * kept in step: only what changed since is asked for. So many at a time that the event loop is held
 * for milliseconds.
 *
 * What bounds it: one table (two while one is read anew), see `AttributeTable`, and one refresh at a
 * time, however many wait for it.
 */
@Injectable()
export class BusinessAttributes {
  private latest: AttributeTable | undefined;
  private refreshing: Promise<AttributeTable> | undefined;

  constructor(private readonly database: Database) {}

  /** As of whichever version was read last; undefined until the first was. */
  get table(): AttributeTable | undefined {
    return this.latest;
  }

  /** As of that version of the directory or a newer one. */
  async at(version: string): Promise<AttributeTable> {
    // A refresh that began earlier may have read an older state.
    if (!this.latest?.isAt(version)) await this.refreshing?.catch(() => {});
    if (this.latest?.isAt(version)) return this.latest;
    return (this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined)));
  }

  /**
   * Each statement may read a newer state than the one before, so what is written may be newer than
   * the version that it is called. Businesses are stamped in the order in which their transactions
   * commit: what this refresh has not seen, the next one will.
   */
  private async refresh(): Promise<AttributeTable> {
    const { reads } = this.database;
    const state = await readState(reads);
    const table = this.latest?.canFollow(state) ? this.latest : new AttributeTable(state);
    let after: Cursor | undefined = table.state ? changedAt(table.state.changedAt) : BEGINNING;
    while (after) {
      const found = await readRows(after, reads);
      table.write(found.rows);
      after = found.next;
    }
    table.state = state;
    this.latest = table;
    return table;
  }
}
