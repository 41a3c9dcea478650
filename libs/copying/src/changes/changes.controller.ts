import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiConflictResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { RequiresKey } from '#libs/http/src/access.js';
import { DrainingService } from '#libs/http/src/draining/draining.service.js';
import { chooseCoding } from '#libs/response-cache/src/content-coding.js';
import { API_CACHING } from '#libs/response-cache/src/representation.js';
import { Slots } from '../slots.js';
import { ApiChanges } from './api-changes.decorator.js';
import { type EncodedChanges, ChangesService } from './changes.service.js';
import { ListChangesQuery } from './list-changes.query.js';

const MAX_WAITING = 200;
const MAX_WAITING_OF_KEY = 5;
/** Milliseconds between two reads of the version while requests wait. */
const LOOK_EVERY = 250;

@ApiTags('The whole directory')
@RequiresKey()
@Controller('api/v1/changes')
export class ChangesController {
  private readonly waiting = new Slots({
    inAll: MAX_WAITING,
    ofOneKey: MAX_WAITING_OF_KEY,
    doing: 'are waiting for changes',
    advice: 'End one of them, or omit `wait`.',
  });

  constructor(
    private readonly changes: ChangesService,
    private readonly version: DirectoryVersion,
    private readonly draining: DrainingService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List changes',
    description:
      'Returns the changes after a cursor, oldest first. Each record appears once, in its current state. ' +
      'Start your copy from an export, or from nothing, and apply the changes in order: it matches ' +
      'the directory once `hasMore` is false. With `wait`, a response without changes is held back until ' +
      `there is a change, for up to that many seconds. Each key can have ${MAX_WAITING_OF_KEY} waiting requests at once.`,
  })
  @ApiChanges()
  @ApiConflictResponse({ description: 'Too many requests with this key are waiting.' })
  async listChanges(
    @Query() query: ListChangesQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const coding = chooseCoding(request.headers['accept-encoding']);
    const read = () => this.changes.page(query, coding);
    const present = await read();
    const { version, bytes } =
      present.isEmpty && query.wait > 0 && !request.socket.destroyed
        ? await this.wait(present, read, query.wait, request)
        : present;
    void reply.headers({
      ...API_CACHING,
      'Directory-Version': version,
      'Content-Type': 'application/json; charset=utf-8',
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    });
    return bytes;
  }

  /** Waits for a change, the end of the wait, the client's disconnection or shutdown. */
  private async wait(
    present: EncodedChanges,
    read: () => Promise<EncodedChanges>,
    seconds: number,
    { context, socket }: FastifyRequest,
  ): Promise<EncodedChanges> {
    const giveBack = this.waiting.take(context.apiKey!.id);
    const end = performance.now() + seconds * 1_000;
    try {
      let page = present;
      while (page.isEmpty && !socket.destroyed && !this.draining.isDraining) {
        const now = performance.now();
        if (now >= end) break;
        // All requests look at the same moments, so that they share the reads.
        const pause = Math.ceil(Math.min(LOOK_EVERY - (now % LOOK_EVERY), end - now));
        await new Promise((resolve) => setTimeout(resolve, pause));
        // While the database is unavailable, no change is known.
        const version = await this.version.current().catch(() => page.version);
        // A new version may contain no change that matches the query.
        if (version !== page.version && !socket.destroyed) page = await read();
      }
      return page;
    } finally {
      giveBack();
    }
  }
}
