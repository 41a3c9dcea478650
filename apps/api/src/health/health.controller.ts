import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { VERSION } from '#libs/config/src/project-root.js';
import { Database } from '#libs/database/src/database.js';
import type { Trouble } from '#libs/database/src/availability/availability.js';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { Public } from '#libs/http/src/access.js';
import { IgnoresUnknownParameters } from '#libs/http/src/validation/query-parameters.interceptor.js';
import { DrainingService } from '#libs/http/src/draining/draining.service.js';
import { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';

interface Readiness {
  /** Worst of the following states. The response is 503 only for `unavailable`. */
  status: 'ok' | 'degraded' | 'unavailable';
  process: 'ok' | 'draining';
  database: 'ok' | Exclude<Trouble['kind'], 'outdated'>;
  /** Unavailable while all businesses are read into memory after the start. */
  directory: 'ok' | 'loading';
  /** Null if the database cannot be queried. */
  migrations: 'ok' | 'pending' | null;
  /** Degraded: the shared store does not answer, so each process counts on its own. */
  rateLimit: 'ok' | 'degraded';
  /** Present only if a replica is configured. Degraded: unused, or behind for ten seconds. */
  replica?: 'ok' | 'degraded';
}

/** Health checks for load balancers and monitoring. They appear in no OpenAPI document. */
@ApiExcludeController()
@IgnoresUnknownParameters()
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly draining: DrainingService,
    private readonly rateLimits: FixedWindowStorage,
    private readonly index: DirectoryIndex,
  ) {}

  /** Returns 200 and the version if the database answers, otherwise 503. */
  @Get()
  async health(): Promise<{ status: 'ok'; version: string }> {
    await this.database.ping();
    return { status: 'ok', version: VERSION };
  }

  /** Returns 200 as long as the process responds. If it does not, restart the process. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Returns 200 if requests can be served, even in a degraded state, otherwise 503. */
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
    if (!trouble) this.index.load();
    const { isLoaded } = this.index;
    const isUnavailable = process !== 'ok' || trouble !== undefined || !isLoaded;
    if (isUnavailable) void reply.status(HttpStatus.SERVICE_UNAVAILABLE);
    return {
      status: isUnavailable ? 'unavailable' : replica === 'degraded' ? replica : rateLimit,
      process,
      ...databaseStates(trouble),
      directory: isLoaded ? 'ok' : 'loading',
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
