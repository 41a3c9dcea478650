import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  Module,
  Query,
  UnauthorizedException,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { PrismaPg } from '@prisma/adapter-pg';
import type { FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import { PrismaClient } from '#libs/database/src/generated/client.js';
import { RedisThrottlerStorage } from './redis-throttler.storage.ts';

/**
 * The obvious implementation: each request looks up its key in the database, is counted by the
 * throttler in Redis, and is answered with Prisma's findMany and count.
 */
const HOUR_MS = 3_600_000;
const LIMIT = 10_000_000;

const keyOf = ({ headers }: FastifyRequest) => String(headers['x-api-key']);

@Injectable()
class KeyGuard implements CanActivate {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const text = keyOf(context.switchToHttp().getRequest());
    const hash = new Uint8Array(createHash('sha256').update(text).digest());
    const secret = await this.prisma.apiKeySecret.findUnique({
      where: { hash },
      include: { key: true },
    });
    if (secret?.key.state !== 'active') throw new UnauthorizedException();
    return true;
  }
}

@Controller('api/v1/businesses')
class BusinessesController {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  @Get()
  async list(@Query() query: { page?: string; limit?: string }) {
    const page = Number(query.page ?? 1);
    const limit = Number(query.limit ?? 20);
    const where = { status: 'open', removedAt: null } as const;
    const [rows, total] = await Promise.all([
      this.prisma.business.findMany({
        where,
        orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
        skip: (page - 1) * limit,
        take: limit,
        omit: { record: true },
        include: {
          categories: { select: { category: { select: { slug: true, name: true } } } },
        },
      }),
      this.prisma.business.count({ where }),
    ]);
    const data = rows.map(
      ({ street, unit, city, county, state, postalCode, latitude, longitude, ...row }) => ({
        ...row,
        categories: row.categories.map(({ category }) => category),
        address: { street, unit, city, county, state, postalCode },
        location: latitude && longitude && { latitude, longitude, precision: row.precision },
      }),
    );
    const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) };
    return { success: true, data, pagination };
  }
}

const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }),
});

@Module({
  imports: [
    ThrottlerModule.forRoot({
      throttlers: [{ ttl: HOUR_MS, limit: LIMIT }],
      storage: new RedisThrottlerStorage(new Redis(process.env.REDIS_URL!)),
      getTracker: (request) => keyOf(request as FastifyRequest),
    }),
  ],
  controllers: [BusinessesController],
  providers: [
    { provide: PrismaClient, useValue: prisma },
    { provide: APP_GUARD, useClass: KeyGuard },
    { provide: APP_GUARD, useClass: ThrottlerGuard },
  ],
})
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: false,
});
await app.listen(0, '127.0.0.1');
process.send!(await app.getUrl());
