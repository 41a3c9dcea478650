import { AuditRepository } from '#libs/admin/src/audit/audit.repository.js';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import type { Clock } from '#libs/config/src/clock.js';
import type { Environment } from '#libs/config/src/environment.js';
import type { Database } from '#libs/database/src/database.js';
import { FileDownloader } from '#libs/imports/src/sources/fetching/file-downloader.js';
import { SourceFetcherService } from '#libs/imports/src/sources/fetching/source-fetcher.service.js';
import { SourceFetchesRepository } from '#libs/imports/src/sources/fetching/source-fetches.repository.js';
import { SourcesRepository } from '#libs/imports/src/sources/sources.repository.js';
import { SourcesService } from '#libs/imports/src/sources/sources.service.js';
import { ImportLeasesService } from '#libs/imports/src/uploads/import-leases.service.js';
import { ImportUndoService } from '#libs/imports/src/uploads/import-undo.service.js';
import { ImportsRepository } from '#libs/imports/src/uploads/imports.repository.js';
import { ImportsService } from '#libs/imports/src/uploads/imports.service.js';
import { UploadFolder } from '#libs/imports/src/uploads/upload-folder.js';

/** Creates the services of imports, as one process has them. */
export function importServices(database: Database, clock: Clock) {
  const audit = new AuditService(new AuditRepository(database), clock);
  const sources = new SourcesService(new SourcesRepository(database));
  const repository = new ImportsRepository(database);
  const imports = new ImportsService(database, repository, clock, audit, sources);
  return {
    repository,
    imports,
    leases: new ImportLeasesService(database, repository, clock, sources, audit),
    undoing: new ImportUndoService(database, imports, repository, clock, audit),
  };
}

/** Creates the fetcher of one process, which may connect to this machine. */
export function fetcherOf(
  database: Database,
  clock: Clock,
  { DATA_DIR, ca }: { DATA_DIR: string; ca: Buffer },
): SourceFetcherService {
  return new SourceFetcherService(
    database,
    new SourceFetchesRepository(database, clock),
    new FileDownloader({ isAllowed: (address) => address === '127.0.0.1', ca }),
    importServices(database, clock).imports,
    new UploadFolder({ DATA_DIR } as Environment, clock),
  );
}
