import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from './clock.js';
import { Environment } from './environment.js';

/** What every part of a program may ask for: its environment and the time. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(environment: Environment): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Environment, useValue: environment },
        { provide: Clock, useClass: SystemClock },
      ],
      exports: [Environment, Clock],
    };
  }
}
