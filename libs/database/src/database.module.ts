import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database } from './database.js';
import type { OpenDatabase } from './open-database.js';

const OPEN_DATABASE = Symbol('open database');

/** Provides an open database and closes it last when the program ends. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(OPEN_DATABASE) private readonly opened: OpenDatabase) {}

  static forRoot(opened: OpenDatabase): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: OPEN_DATABASE, useValue: opened },
        { provide: Database, useValue: opened.database },
      ],
      exports: [Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.opened.close();
  }
}
