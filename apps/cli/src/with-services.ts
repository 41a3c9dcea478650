import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AdminsService } from '#libs/admin/src/accounts/admins.service.js';
import { PasswordsService } from '#libs/admin/src/accounts/passwords.service.js';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { SignInThrottle } from '#libs/admin/src/sessions/sign-in-throttle.js';
import { ConfigModule } from '#libs/config/src/config.module.js';
import { Database } from '#libs/database/src/database.js';
import { KeysService } from '#libs/keys/src/administration/keys.service.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { withDatabase } from './with-database.js';

/** The server's services that commands use, without its routes and workers. */
@Module({
  providers: [AdminsService, Attempts, AuditService, KeysService, PasswordsService, SignInThrottle],
})
class CommandsModule {}

/** Does something with services over the database that the environment names. See `withDatabase`. */
export function withServices<T>(
  command: string,
  work: (services: INestApplicationContext) => Promise<T>,
): Promise<T> {
  return withDatabase(command, async (database, environment) => {
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
  });
}
