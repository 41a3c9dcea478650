import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Database } from '#libs/database/src/database.js';
import { Public } from '#libs/http/src/access.js';

/** For load balancers and whoever watches: neither of the API's documents shows it. */
@ApiExcludeController()
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly database: Database) {}

  /** 200 while the process lives and its database answers; 503 otherwise. */
  @Get()
  async health(): Promise<{ status: 'ok' }> {
    await this.database.$queryRaw`SELECT 1`;
    return { status: 'ok' };
  }
}
