import { Module } from '@nestjs/common';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { AdminEventsController } from './editing/admin-events.controller.js';
import { EventEditor } from './editing/event-editor.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { ExpansionService } from './occurrences/expansion.service.js';
import { ExtensionService } from './occurrences/extension.service.js';

@Module({
  imports: [EditingModule],
  controllers: [EventsController, AdminEventsController],
  providers: [EventsService, EventEditor, ExpansionService, ExtensionService],
  exports: [EventsService],
})
export class EventsModule {}
