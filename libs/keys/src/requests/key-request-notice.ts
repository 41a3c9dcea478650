import { Injectable } from '@nestjs/common';
import {
  AdminNoticesService,
  type Notice,
  type WaitingItem,
} from '#libs/admin/src/notices/admin-notices.service.js';
import type { KeyRequest } from '#libs/database/src/database.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import { KeyRequestsRepository } from './key-requests.repository.js';

export const KEY_REQUEST_NOTICE = 'key-request-notice';

/** Characters quoted of each project if a notice covers several requests. */
const QUOTED_PROJECT = 500;
const LONGEST_NAME = 40;

/** Notifies admins of the key requests that wait for a decision. */
@Injectable()
export class KeyRequestNotice implements Notice {
  readonly kind = KEY_REQUEST_NOTICE;
  readonly noun = 'key request';
  readonly tag = 'Key requests';
  readonly listOperation = 'listKeyRequests';
  readonly decisions = [
    { label: 'Approve', operation: 'approveKeyRequest' },
    { label: 'Reject', operation: 'rejectKeyRequest' },
  ];

  constructor(
    notices: AdminNoticesService,
    private readonly requests: KeyRequestsRepository,
  ) {
    notices.register(this);
  }

  async waiting(most: number): Promise<{ items: WaitingItem[]; count: number }> {
    const pending = { status: 'pending' as const };
    const { items, total } = await this.requests.list(pending, 'oldest', 0, most);
    return { items: items.map(itemOf), count: total };
  }
}

function itemOf(request: KeyRequest): WaitingItem {
  const { id, createdAt, project } = request;
  const name = senderOf(request);
  return {
    id,
    createdAt,
    name,
    replyTo: request.email,
    subject: `Key request from ${name}: ${project}`,
    quote: quoteRequest(request),
    shortQuote: quoteRequest(
      request,
      project.length > QUOTED_PROJECT ? excerpt(project, QUOTED_PROJECT) : project,
    ),
  };
}

/** Formats the sender, for example "Ada (Acme)". */
function senderOf({ name, organization }: KeyRequest): string {
  const sender = excerpt(name, LONGEST_NAME);
  return organization ? `${sender} (${excerpt(organization, LONGEST_NAME)})` : sender;
}

/**
 * Formats a developer's request for quoting in an email. `project` may be a shortened version of
 * its text.
 */
export function quoteRequest(request: KeyRequest, project = request.project): string {
  const { name, email, organization, website, expectedRequestsPerHour } = request;
  const facts = {
    Name: name,
    Email: email,
    Organization: organization,
    Website: website,
    'Expected requests per hour': expectedRequestsPerHour?.toLocaleString('en-US'),
  };
  const lines = Object.entries(facts).map(([fact, value]) => `${fact}: ${value ?? '-'}`);
  return [...lines, '', project].join('\n');
}
