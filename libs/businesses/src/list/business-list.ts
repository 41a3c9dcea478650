import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import type { Statements } from '#libs/database/src/statements.js';
import type { Snapshot } from '#libs/directory/src/directory-read.js';
import { successPageJson } from '#libs/http/src/envelope.js';
import { businessJson } from '../record/stored-record.js';
import type { BusinessCriteria } from './business-criteria.js';
import type { KeptList } from './kept-list.js';
import { KeptLists } from './kept-lists.js';
import { readRecords } from './read-records.js';

const ATTEMPTS = 3;

/** Pages of businesses. */
@Injectable()
export class BusinessList {
  constructor(
    private readonly database: Database,
    private readonly lists: KeptLists,
    private readonly environment: Environment,
  ) {}

  /**
   * Which businesses make up the page is known from the list; their records are read along with the
   * version that they are of. Where the directory has moved on from the list, the list follows.
   */
  async page(criteria: BusinessCriteria): Promise<Snapshot<string>> {
    let version: string | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const list = await this.lists.find(criteria, version);
      const { version: expected } = list;
      const page = await this.read(list, criteria, this.database.reads);
      if (page.version === expected) return page;
      version = page.version;
    }
    return this.pageOfOneState(criteria);
  }

  /** However fast the directory changes: a copy of the list follows it into one state, and is read there. */
  private async pageOfOneState(criteria: BusinessCriteria): Promise<Snapshot<string>> {
    const copy = (await this.lists.find(criteria)).copy();
    return this.database.inOneState(async (state) =>
      this.read(await copy.updated(state), criteria, state),
    );
  }

  private async read(
    list: KeptList,
    criteria: BusinessCriteria,
    database: Statements,
  ): Promise<Snapshot<string>> {
    const { total } = list;
    const { version, records } = await readRecords(list.page(criteria), criteria, database);
    const data = records.map((record) => businessJson(record, this.environment.PUBLIC_URL));
    return { version, body: successPageJson(data, criteria, total) };
  }
}
