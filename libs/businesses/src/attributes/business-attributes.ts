import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import { BEGINNING, changedAt, type Cursor, readRows, readState } from './attribute-rows.js';
import { AttributeTable } from './attribute-table.js';

/**
 * Keeps the attributes of all businesses in memory. They are read on first use and then updated
 * with changes only. Reads in batches, each of which blocks the event loop for a few milliseconds.
 *
 * Memory is bounded by one table, or two during a rebuild (see `AttributeTable`). Only one refresh
 * runs at a time, however many callers wait for it.
 */
@Injectable()
export class BusinessAttributes {
  private latest: AttributeTable | undefined;
  private refreshing: Promise<AttributeTable> | undefined;

  constructor(private readonly database: Database) {}

  /** Latest table at any version, or undefined before the first read. */
  get table(): AttributeTable | undefined {
    return this.latest;
  }

  /** Returns the table at the given directory version or a later one. */
  async at(version: string): Promise<AttributeTable> {
    // A refresh that started earlier may have read an older state.
    if (!this.latest?.isAt(version)) await this.refreshing?.catch(() => {});
    if (this.latest?.isAt(version)) return this.latest;
    return (this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined)));
  }

  /**
   * Updates or rebuilds the table. Each statement may read a newer state than the one before, so
   * the table may be newer than its version. Update times follow the commit order of transactions,
   * so the next refresh finds whatever this one missed.
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
