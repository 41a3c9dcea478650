import { Module } from '@nestjs/common';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { DealsModule } from '#libs/deals/src/deals.module.js';
import { EventsModule } from '#libs/events/src/events.module.js';
import { DirectoryTools } from './directory-tools.js';
import { McpController } from './mcp.controller.js';

/** Serves the directory to AI assistants by the Model Context Protocol. */
@Module({
  imports: [BusinessesModule, EventsModule, DealsModule],
  controllers: [McpController],
  providers: [DirectoryTools],
})
export class McpModule {}
