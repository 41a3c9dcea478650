import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequiresKey } from '#libs/http/src/access.js';
import { DirectoryTools } from './directory-tools.js';

/**
 * Speaks the Model Context Protocol over its streamable HTTP transport, without sessions: each POST
 * carries one message and gets its response as JSON.
 */
@ApiExcludeController()
@RequiresKey()
@Controller('mcp')
export class McpController {
  constructor(private readonly tools: DirectoryTools) {}

  @Post()
  async handle(
    @Body() message: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // The protocol's library is large, and most servers start without a client that needs it.
    const { handleMessage } = await import('./protocol.js');
    const response = await handleMessage(message, this.tools, request);
    void reply
      .status(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(await response.text());
  }
}
