import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import type { Snapshot } from '#libs/directory/src/directory-read.js';
import { successPageJson } from '#libs/http/src/envelope.js';
import { businessJson } from '../record/stored-record.js';
import type { BusinessCriteria } from './business-criteria.js';
import { findPage, type FoundPage } from './find-page.js';
import { KeptLists } from './kept-lists.js';
import { RecordsLoader } from './records-loader.js';

const ATTEMPTS = 3;

/** Pages of businesses. */
@Injectable()
export class BusinessList {
  private readonly records: RecordsLoader;

  constructor(
    private readonly database: Database,
    private readonly lists: KeptLists,
    private readonly environment: Environment,
  ) {
    this.records = new RecordsLoader(database.reads);
  }

  /**
   * Which businesses make up the page is known from lists; their records are read along with the
   * version that they are of. Where the directory has moved on from the lists, the lists follow.
   */
  async page(criteria: BusinessCriteria): Promise<Snapshot<string>> {
    let version: string | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const found = await findPage(criteria, (each) => this.lists.find(each, version));
      const page = await this.read(found, criteria, this.records);
      if (page.version === found.version) return page;
      version = page.version;
    }
    // However fast the directory changes: copies of the lists follow it into one state, and it is read there.
    return this.database.inOneState(async (state) => {
      const found = await findPage(criteria, (each) => this.lists.copyAt(state, each));
      return this.read(found, criteria, new RecordsLoader(state));
    });
  }

  private async read(
    { numbers, total }: FoundPage,
    criteria: BusinessCriteria,
    loader: RecordsLoader,
  ): Promise<Snapshot<string>> {
    const origin = criteria.sort === 'distance' ? criteria.point : undefined;
    const { version, records } = await loader.load({ numbers, origin });
    const data = businessJson(records, this.environment.PUBLIC_URL);
    return { version, body: successPageJson(`[${data}]`, criteria, total) };
  }
}
