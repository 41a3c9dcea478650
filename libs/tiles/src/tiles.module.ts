import { Module } from '@nestjs/common';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { TilesController } from './tiles.controller.js';
import { TilesService } from './tiles.service.js';

/** Serves the directory as vector tiles, for maps of other programs. */
@Module({
  imports: [BusinessesModule],
  controllers: [TilesController],
  providers: [TilesService],
})
export class TilesModule {}
