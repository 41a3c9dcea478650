import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Database } from '#libs/database/src/database.js';
import { Public } from '#libs/http/src/access.js';
import { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';

interface Readiness {
  status: 'ok' | 'degraded';
  database: 'ok';
  /** Degraded: each process counts for itself, because the shared store does not answer. */
  rateLimit: 'ok' | 'degraded';
}

/** For load balancers and whoever watches: neither of the API's documents shows it. */
@ApiExcludeController()
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly rateLimits: FixedWindowStorage,
  ) {}

  /** 200 while the process lives and its database answers; 503 otherwise. */
  @Get()
  async health(): Promise<{ status: 'ok' }> {
    await this.database.probe('SELECT 1');
    return { status: 'ok' };
  }

  /** 200 while requests can be served, if perhaps not as they should be; 503 otherwise. */
  @Get('ready')
  async ready(): Promise<Readiness> {
    await this.health();
    const rateLimit = this.rateLimits.isDegraded ? 'degraded' : 'ok';
    return { status: rateLimit, database: 'ok', rateLimit };
  }
}
