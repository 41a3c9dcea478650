import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { setFlagsFromString } from 'node:v8';
import { AdminsRepository } from '#libs/admin/src/accounts/admins.repository.js';
import { AdminsService } from '#libs/admin/src/accounts/admins.service.js';
import { FirstAdminPasswordService } from '#libs/admin/src/accounts/first-admin-password.service.js';
import { PasswordsService } from '#libs/admin/src/accounts/passwords.service.js';
import { AuditRepository } from '#libs/admin/src/audit/audit.repository.js';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { SessionsRepository } from '#libs/admin/src/sessions/sessions.repository.js';
import { SessionsService } from '#libs/admin/src/sessions/sessions.service.js';
import { SignInThrottle } from '#libs/admin/src/sessions/sign-in-throttle.js';
import { ConfigModule } from '#libs/config/src/config.module.js';
import type { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import { SourceEditor } from '#libs/imports/src/sources/source-editor.js';
import { SourcesRepository } from '#libs/imports/src/sources/sources.repository.js';
import { SourcesService } from '#libs/imports/src/sources/sources.service.js';
import { ImportLeasesService } from '#libs/imports/src/uploads/import-leases.service.js';
import { ImportRowsService } from '#libs/imports/src/uploads/import-rows.service.js';
import { ImportUndoService } from '#libs/imports/src/uploads/import-undo.service.js';
import { ImportsRepository } from '#libs/imports/src/uploads/imports.repository.js';
import { ImportsService } from '#libs/imports/src/uploads/imports.service.js';
import { KeyLifecycleService } from '#libs/keys/src/administration/key-lifecycle.service.js';
import { KeyReferencesService } from '#libs/keys/src/administration/key-references.service.js';
import { KeysService } from '#libs/keys/src/administration/keys.service.js';
import { KeysRepository } from '#libs/keys/src/administration/keys.repository.js';
import { DeliveriesService } from '#libs/keys/src/deliveries/deliveries.service.js';
import { KeyRequestsRepository } from '#libs/keys/src/requests/key-requests.repository.js';
import { ReviewService } from '#libs/keys/src/review/review.service.js';
import { UsageRepository } from '#libs/keys/src/usage/usage.repository.js';
import { UsageService } from '#libs/keys/src/usage/usage.service.js';
import { SecretCache } from '#libs/keys/src/verification/secret-cache.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { AttemptsRepository } from '#libs/rate-limit/src/attempts/attempts.repository.js';
import { ArchivedWindows } from '#libs/rate-limit/src/storage/memory/archived-windows.js';
import { RateLimitWindowsRepository } from '#libs/rate-limit/src/storage/memory/rate-limit-windows.repository.js';
import { RecentTrafficRepository } from '#libs/rate-limit/src/traffic/recent-traffic.repository.js';
import { type Opening, withDatabase } from './with-database.js';

/** Services of the server that commands use, without its routes and workers. */
@Module({
  providers: [
    AdminsRepository,
    AdminsService,
    ArchivedWindows,
    Attempts,
    AttemptsRepository,
    AuditRepository,
    AuditService,
    DeliveriesRepository,
    DeliveriesService,
    EditTransactions,
    DirectoryVersion,
    DirectoryRepository,
    FirstAdminPasswordService,
    ImportLeasesService,
    ImportRowsService,
    ImportUndoService,
    ImportsRepository,
    ImportsService,
    KeyLifecycleService,
    KeyReferencesService,
    KeyRequestsRepository,
    KeysRepository,
    KeysService,
    PasswordsService,
    RateLimitWindowsRepository,
    RecentTrafficRepository,
    ReviewService,
    SessionsRepository,
    SessionsService,
    SignInThrottle,
    SourceEditor,
    SourcesRepository,
    SourcesService,
    UsageRepository,
    UsageService,
    // The server sends emails recorded here within five seconds, or when it starts.
    {
      provide: MailService,
      inject: [Database, DeliveriesRepository],
      useFactory: (database: Database, deliveries: DeliveriesRepository) =>
        new MailService(database, deliveries, { wake: () => {} }),
    },
    // Commands verify no requests, so they have no secret cache to clear.
    { provide: SecretCache, useValue: { clear: () => {} } },
  ],
})
class CommandsModule {}

/**
 * V8 flag for short runs of the embedded database, in which optimizing compilation does not pay
 * off.
 */
const NOT_OPTIMIZED = '--wasm-tiering-budget=100000000';
/** V8 flag for imports, which allocate much but hold little: collects garbage more often. */
const LITTLE_MEMORY = '--heap-growing-percent=50';

/** Runs work with services on top of the database in the environment. See `withDatabase`. */
export function withServices<T>(
  command: string,
  work: (services: INestApplicationContext) => Promise<T>,
  opening?: Opening,
): Promise<T> {
  setFlagsFromString(command === 'import' ? LITTLE_MEMORY : NOT_OPTIMIZED);
  const withServicesOf = async (database: Database, environment: Environment) => {
    const services = await NestFactory.createApplicationContext(
      {
        module: CommandsModule,
        imports: [ConfigModule.forRoot(environment)],
        providers: [{ provide: Database, useValue: database }],
      },
      { logger: false, abortOnError: false },
    );
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  };
  return withDatabase(command, withServicesOf, opening);
}
