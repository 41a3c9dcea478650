import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';

export const ADMIN_NOTICE = 'key-request-notice';

/** Tells the admins that a request waits for them. */
@Injectable()
export class AdminNoticeComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.composers.register<{ requestId: string }>(ADMIN_NOTICE, (due) => this.compose(due));
  }

  private async compose({ data }: DueDelivery<{ requestId: string }>): Promise<ComposedMessage> {
    const request = await this.database.keyRequest.findUnique({ where: { id: data.requestId } });
    if (request?.status !== 'pending') throw new NoLongerDue('The request is no longer pending.');
    return {
      subject: 'A new request for an API key',
      body: [
        { paragraph: 'A request for an API key is waiting for a decision.' },
        {
          facts: {
            Name: request.name,
            'E-mail': request.email,
            Organization: request.organization ?? '-',
            Website: request.website ?? '-',
            'Expected requests per hour': String(request.expectedRequestsPerHour ?? '-'),
            'Request id': request.id,
          },
        },
        { paragraph: request.project },
        { link: `${this.environment.ADMIN_URL}/admin/docs`, label: 'Approve or reject it' },
      ],
    };
  }
}
