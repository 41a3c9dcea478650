import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

/** The number that every change to the directory moves, in the change's own transaction. */
@Injectable()
export class DirectoryVersion {
  constructor(private readonly database: Database) {}

  /** In decimal digits. */
  async current(): Promise<string> {
    const { rows } = await this.database.pool.query<{ version: string }>(
      'SELECT version::text FROM directory_version',
    );
    return rows[0]!.version;
  }
}
