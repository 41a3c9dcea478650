import { Module } from '@nestjs/common';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { AdminEventsController } from './editing/admin-events.controller.js';
import { EventEditor } from './editing/event-editor.js';
import { EventFinder } from './event-finder.js';
import { EventsController } from './events.controller.js';
import { EventList } from './list/event-list.js';

@Module({
  imports: [EditingModule],
  controllers: [EventsController, AdminEventsController],
  providers: [EventList, EventFinder, EventEditor],
})
export class EventsModule {}
