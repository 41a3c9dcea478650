import { BusinessAttributes } from '#libs/businesses/src/attributes/business-attributes.js';
import { ClustersService } from '#libs/businesses/src/attributes/clusters.service.js';
import { FacetsService } from '#libs/businesses/src/attributes/facets.service.js';
import { ListPasses } from '#libs/businesses/src/attributes/list-passes.js';
import { ResultSetCache } from '#libs/businesses/src/list/result-set-cache.js';
import { connectionConfig } from '#libs/database/src/connection-config.js';
import { Database } from '#libs/database/src/database.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import type { TestDatabase } from './databases.ts';
import { type RunningDirectory, startDirectory } from './running-directory.ts';

export interface AttributeServices {
  directory: RunningDirectory;
  facets: FacetsService;
  clusters: ClustersService;
  /** Receives every change, as in the process that writes it. */
  version: DirectoryVersion;
  stop(): Promise<void>;
}

/** Starts a program, and the website's counting services in this process on the same database. */
export async function startAttributeServices(on: TestDatabase): Promise<AttributeServices> {
  const directory = await startDirectory(on);
  const { env } = on;
  const database = await Database.connect(await connectionConfig(env));
  const version = new DirectoryVersion(database);
  const passes = new ListPasses(
    new ResultSetCache(database),
    new BusinessAttributes(database),
    version,
  );
  return {
    directory,
    facets: new FacetsService(passes, version),
    clusters: new ClustersService(passes),
    version,
    stop: async () => {
      await database.close();
      await directory.stop();
    },
  };
}
