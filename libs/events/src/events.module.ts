import { Module } from '@nestjs/common';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { PlacesModule } from '#libs/places/src/places.module.js';
import { AdminEventsController } from './editing/admin-events.controller.js';
import { EventEditor } from './editing/event-editor.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';
import { ExpansionService } from './occurrences/expansion.service.js';
import { ExtensionService } from './occurrences/extension.service.js';

@Module({
  imports: [EditingModule, BusinessesModule, PlacesModule],
  controllers: [EventsController, AdminEventsController],
  providers: [EventsRepository, EventsService, EventEditor, ExpansionService, ExtensionService],
  exports: [EventsService, EventEditor],
})
export class EventsModule {}
