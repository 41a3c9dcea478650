import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { KeysModule } from '#libs/keys/src/keys.module.js';
import { MailModule } from '#libs/mail/src/mail.module.js';
import { OutgoingRequests } from '#libs/outgoing/src/outgoing-requests.js';
import { AdminWebhooksController } from './admin-webhooks.controller.js';
import { WebhookDisabledComposer } from './webhook-disabled.composer.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** Notifies the developers of keys when the directory changes. */
@Module({
  imports: [AdminModule, KeysModule, MailModule],
  controllers: [AdminWebhooksController],
  providers: [
    { provide: OutgoingRequests, useFactory: () => new OutgoingRequests() },
    WebhookDisabledComposer,
    WebhookSecrets,
    WebhookSender,
    WebhooksRepository,
    WebhooksService,
  ],
  exports: [WebhooksService],
})
export class WebhooksModule {}
