import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database, type KeyRequest } from '#libs/database/src/database.js';
import {
  type ComposedMessage,
  Composers,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { writtenTime } from '#libs/mail/src/message/written-time.js';
import { excerpt } from '#libs/text/src/excerpt.js';

export const ADMIN_NOTICE = 'key-request-notice';

/** How many requests a notice quotes; it tells the number of all. */
const QUOTED_REQUESTS = 10;
/** Characters of each project, where a notice is of several requests. */
const QUOTED_PROJECT = 500;
const LONGEST_NAME = 40;

/** Tells the admins which requests are waiting for them when the mail is sent. */
@Injectable()
export class AdminNoticeComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.composers.register(ADMIN_NOTICE, () => this.compose());
  }

  private async compose(): Promise<ComposedMessage> {
    const where = { status: 'pending' as const };
    const [requests, count] = await Promise.all([
      this.database.keyRequest.findMany({
        where,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: QUOTED_REQUESTS,
      }),
      this.database.keyRequest.count({ where }),
    ]);
    const [newest] = requests;
    if (!newest) throw new NoLongerDue('No key request is waiting any more.');
    const isOnly = requests.length === 1;
    return {
      subject: isOnly
        ? `Key request from ${senderOf(newest)}: ${newest.project}`
        : `${count} key requests are waiting: ${requests.map(senderOf).join(', ')}`,
      body: [
        {
          paragraph: isOnly
            ? 'A request for an API key is waiting for a decision.'
            : `${count} requests for an API key are waiting for a decision.`,
        },
        { link: `${this.environment.ADMIN_URL}/admin/docs`, label: 'Approve or reject' },
        ...(count > requests.length
          ? [{ paragraph: `This mail shows the newest ${requests.length}.` }]
          : []),
      ],
      quotes: requests.map((request) => ({
        about: `Request ${request.id}\nof ${writtenTime(request.createdAt)}:`,
        quote: quoteOf(request, isOnly ? Infinity : QUOTED_PROJECT),
      })),
    };
  }
}

/** "Ada (Acme)" */
function senderOf({ name, organization }: KeyRequest): string {
  const sender = excerpt(name, LONGEST_NAME);
  return organization ? `${sender} (${excerpt(organization, LONGEST_NAME)})` : sender;
}

function quoteOf(request: KeyRequest, longestProject: number): string {
  const { name, email, organization, website, expectedRequestsPerHour, project } = request;
  const facts = {
    Name: name,
    'E-mail': email,
    Organization: organization,
    Website: website,
    'Expected requests per hour': expectedRequestsPerHour,
  };
  const lines = Object.entries(facts).map(([fact, value]) => `${fact}: ${value ?? '-'}`);
  const text = project.length > longestProject ? excerpt(project, longestProject) : project;
  return [...lines, '', text].join('\n');
}
