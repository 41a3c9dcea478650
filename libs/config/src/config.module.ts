import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from './clock.js';
import { Environment } from './environment.js';

/** Provides the environment and the clock to every part of the program. */
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
