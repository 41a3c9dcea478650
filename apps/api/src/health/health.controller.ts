import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { VERSION } from '#libs/config/src/version.js';
import { Database } from '#libs/database/src/database.js';
import type { Trouble } from '#libs/database/src/availability/availability.js';
import { Public } from '#libs/http/src/access.js';
import { IgnoresUnknownParameters } from '#libs/http/src/validation/unknown-parameters.interceptor.js';
import { DrainingService } from '#libs/http/src/draining/draining.service.js';
import { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';

interface Readiness {
  /** The worst of what follows: 503 goes with `unavailable`. */
  status: 'ok' | 'degraded' | 'unavailable';
  process: 'ok' | 'draining';
  database: 'ok' | Exclude<Trouble['kind'], 'outdated'>;
  /** Null while the database cannot be asked. */
  migrations: 'ok' | 'pending' | null;
  /** Degraded: each process counts for itself, because the shared store does not answer. */
  rateLimit: 'ok' | 'degraded';
  /** Only where there is one. Degraded: it is not read, or has been behind for ten seconds. */
  replica?: 'ok' | 'degraded';
}

/** For load balancers and whoever watches: neither of the API's documents shows it. */
@ApiExcludeController()
@IgnoresUnknownParameters()
@Public()
@Surface('health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly draining: DrainingService,
    private readonly rateLimits: FixedWindowStorage,
  ) {}

  /** 200, with what runs, while the process lives and its database answers; 503 otherwise. */
  @Get()
  async health(): Promise<{ status: 'ok'; version: string }> {
    await this.database.probe('SELECT 1');
    return { status: 'ok', version: VERSION };
  }

  /** 200 while the process answers at all: where it does not, it is to be restarted. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 while requests can be served, if perhaps not as they should be; 503 otherwise. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const process = this.draining.isDraining ? 'draining' : 'ok';
    const { availability, reads } = this.database;
    const [trouble] = await Promise.all([
      availability.check(),
      reads.replica?.availability.check(),
    ]);
    const rateLimit = this.rateLimits.isDegraded ? 'degraded' : 'ok';
    const replica = reads.replica && (reads.replica.isDegraded ? 'degraded' : 'ok');
    const isUnavailable = process !== 'ok' || trouble !== undefined;
    if (isUnavailable) void reply.status(HttpStatus.SERVICE_UNAVAILABLE);
    return {
      status: isUnavailable ? 'unavailable' : replica === 'degraded' ? replica : rateLimit,
      process,
      ...databaseStates(trouble),
      rateLimit,
      ...(replica && { replica }),
    };
  }
}

function databaseStates(trouble: Trouble | undefined): Pick<Readiness, 'database' | 'migrations'> {
  if (!trouble) return { database: 'ok', migrations: 'ok' };
  if (trouble.kind === 'outdated') return { database: 'ok', migrations: 'pending' };
  return { database: trouble.kind, migrations: null };
}
