import { Module } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { HttpModule } from '#libs/http/src/http.module.js';
import { Composers } from './deliveries/composers.js';
import { MailService } from './mail.service.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { DeliveryWorker } from './deliveries/delivery-worker.js';
import { DeliverySender } from './deliveries/delivery-sender.js';
import { MailTransport } from './transport/mail-transport.js';
import { transportOf } from './transport/transport-of.js';

/** Reliable mail: recorded in the transaction that causes it and sent by a worker. */
@Module({
  imports: [HttpModule],
  providers: [
    Composers,
    MailService,
    DeliveriesRepository,
    DeliveryWorker,
    DeliverySender,
    {
      provide: MailTransport,
      useFactory: transportOf,
      inject: [Environment, Clock],
    },
  ],
  exports: [Composers, DeliveriesRepository, MailService],
})
export class MailModule {}
