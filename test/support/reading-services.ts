import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BusinessLists } from '#libs/businesses/src/business-lists.js';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import { SearchMatches } from '#libs/businesses/src/search/search-matches.js';
import { SearchRepository } from '#libs/businesses/src/search/search.repository.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Database } from '#libs/database/src/database.js';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { IndexFile } from '#libs/directory-index/src/index-file.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { useMigratedDatabase } from './migrated-database.ts';

export interface ReadingServices {
  /** Receives every change, as in the process that writes it. */
  version: DirectoryVersion;
  index: DirectoryIndex;
  businesses: BusinessesService;
}

/**
 * Returns the services that read businesses.
 *
 * @param DATA_DIR folder of a saved index; by default, there is none
 */
export function readingServices(
  database: Database,
  DATA_DIR = join(tmpdir(), randomUUID()),
): ReadingServices {
  const version = new DirectoryVersion(database, new DirectoryRepository(database));
  const index = new DirectoryIndex(database, version, new IndexFile(loadEnvironment({ DATA_DIR })));
  const matches = new SearchMatches(new SearchRepository(database));
  const businesses = new BusinessesRepository(database);
  const lists = new BusinessLists(database, businesses, version, index, matches);
  return { version, index, businesses: new BusinessesService(database, businesses, lists) };
}

/** Provides a migrated database and the services that read it to all tests of a suite. */
export function useReadingServices() {
  const served = useMigratedDatabase();
  let services: ReadingServices;
  beforeAll(() => {
    services = readingServices(served.database);
  });
  return {
    get pool() {
      return served.database.pool;
    },
    get services() {
      return services;
    },
  };
}
