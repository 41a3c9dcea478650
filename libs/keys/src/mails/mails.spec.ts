import type { Browser } from 'playwright-core';
import type { RenderedMessage } from '#libs/mail/src/message/render.js';
import { violationsOf } from '../../../../test/support/accessible.ts';
import { describeInBrowser, launchBrowser } from '../../../../test/support/browser.ts';
import { KEY_FORM } from '../../../../test/support/keys.ts';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { faultsOf } from '../../../../test/support/valid-html.ts';
import { startOfKeyText } from '../key-text/key-text.js';
import { KEY_REQUEST_NOTICE } from '../requests/key-request-notice.js';
import {
  ADDRESS_CHANGED,
  APPROVAL,
  KEY_CHANGED,
  KEY_EXPIRES,
  KEY_RESUMED,
  KEY_REVOKED,
  KEY_SUSPENDED,
  ROTATION,
} from './key-mails.composer.js';
import { ACKNOWLEDGMENT, REJECTION } from './request-mails.composer.js';

const DEVELOPER = 'astrid@example.org';
const CONTACT = 'help@directory.test';
const REASON = 'The key is in a public repository.\nPlease remove it there.';
const EXPIRES_AT = new Date('2026-12-01T00:00:00Z');

/** Data of each kind of email. */
const DATA: Record<string, (ids: { requestId: string; keyId: string }) => object> = {
  [ACKNOWLEDGMENT]: ({ requestId }) => ({ requestId }),
  [REJECTION]: ({ requestId }) => ({ requestId }),
  [KEY_REQUEST_NOTICE]: () => ({}),
  [APPROVAL]: ({ keyId }) => ({ keyId }),
  [ROTATION]: ({ keyId }) => ({ keyId, overlapMs: 30 * 24 * 3_600_000 }),
  [KEY_CHANGED]: ({ keyId }) => ({ keyId }),
  [KEY_SUSPENDED]: ({ keyId }) => ({ keyId, reason: REASON }),
  [KEY_RESUMED]: ({ keyId }) => ({ keyId }),
  [KEY_REVOKED]: ({ keyId }) => ({ keyId, reason: REASON }),
  [KEY_EXPIRES]: ({ keyId }) => ({ keyId, expiresAt: EXPIRES_AT.toISOString() }),
  [ADDRESS_CHANGED]: ({ keyId }) => ({ about: { keyId } }),
};
const KINDS = Object.keys(DATA);

describe('emails about requests and keys', () => {
  const served = useMigratedDatabase();
  /** Rendered messages by kind. */
  let mails: Map<string, RenderedMessage>;
  const mail = (kind: string) => mails.get(kind)!;

  beforeAll(async () => {
    const { database } = served;
    const clock = new ManualClock(Date.parse('2026-11-21T18:00:00Z'));
    const variables = {
      PUBLIC_URL: 'https://directory.test',
      SUPPORT_EMAIL: CONTACT,
      ADMIN_NOTIFY_EMAIL: DEVELOPER,
    };
    const { mails: held } = keyServices(database, clock, variables);

    const { id: requestId } = await database.keyRequest.create({
      data: {
        name: 'Astrid Lindqvist',
        email: DEVELOPER,
        organization: 'North Shore Maps',
        website: 'https://northshore.example',
        project: 'A map of the cafés along the North Shore, with their hours.\n\nFor hikers.',
        expectedRequestsPerHour: 2500,
        reason: 'We do not know yet what it is for.\nPlease tell us more.',
        createdAt: clock.now(),
      },
    });
    const { id: keyId } = await database.apiKey.create({
      data: {
        requestId,
        label: 'North Shore Maps',
        ownerName: 'Astrid Lindqvist',
        ownerEmail: DEVELOPER,
        limitPerHour: 2500,
        expiresAt: EXPIRES_AT,
      },
    });
    mails = new Map();
    for (const kind of KINDS) {
      const data = DATA[kind]!({ requestId, keyId });
      const isSuspended = kind === KEY_SUSPENDED;
      await database.apiKey.update({
        where: { id: keyId },
        data: isSuspended
          ? { state: 'suspended', stateReason: REASON }
          : { state: 'active', stateReason: null },
      });
      await database.$transaction((tx) =>
        held.service.add(tx, { kind, recipient: DEVELOPER, data }),
      );
      const [sent] = await held.send();
      mails.set(kind, sent!);
    }
  });

  describe.each(KINDS)('%s', (kind) => {
    it('has the same content in text and in HTML', () => {
      const { text, html } = mail(kind);
      const addresses = [...html.matchAll(/href="(?:mailto:)?([^"]+)"/g)].map(([, href]) => href!);
      expect(addresses).not.toEqual([]);
      for (const address of addresses) expect(text).toContain(address.replaceAll('&amp;', '&'));
      // In the text, a link target follows its label on a line of its own, after a colon.
      expect(wordsOfText(text.replaceAll(/:\n {2}https:\S+/g, ''))).toBe(wordsOfHtml(html));
    });

    it('names a contact and starts sentences with capitals', () => {
      const { text } = mail(kind);
      expect(text).toContain(`Questions? Write to ${CONTACT}.`);
      const paragraphs = text.split('> Name:')[0]!.split('\n\n');
      expect(paragraphs.filter((paragraph) => /^\p{Ll}/u.test(paragraph))).toEqual([]);
    });

    it('formats dates for readers', () => {
      expect(mail(kind).text).not.toMatch(/\d{4}-\d\d-\d\d|\d{2}:\d{2}:\d{2}/);
    });

    it('is valid and accessible HTML', async () => {
      expect(await faultsOf(mail(kind).html)).toEqual([]);
    });
  });

  it('quote the request at the end of the acknowledgment, after our own text', () => {
    const [ours, theirs] = mail(ACKNOWLEDGMENT).text.split(
      'Your request of Nov 21, 2026, 12:00 PM Central:\n\n',
    );
    expect(ours).toContain('\n  https://directory.test/developers\n');
    expect(ours).toContain('\n  https://directory.test/docs\n');
    expect(ours).not.toMatch(/Astrid|North Shore/);
    expect(theirs).toMatch(
      /^> Name: Astrid Lindqvist\n> Email: astrid@example\.org\n.*\n.*\n> Expected requests per hour: 2,500\n> \n> A map of the cafés/,
    );
  });

  it.each([APPROVAL, ROTATION])('explain the key in %s', (kind) => {
    const { text } = mail(kind);
    const start = startOfKeyText(KEY_FORM.exec(text)![0]);
    expect(text).toContain(
      `Key: ${start}…\nLabel: North Shore Maps\nLimit: 2,500 requests per hour`,
    );
    expect(text).toContain('Valid until: Nov 30, 2026, 6:00 PM Central');
    expect(text).toContain('Status 429 means that the limit is used up.');
    expect(text.replaceAll('\n', ' ')).toContain(
      `write to ${CONTACT} at once. Identify the key by its first characters, ${start}, never in full.`,
    );
  });

  it('promise the old key no longer than the key is valid', () => {
    expect(mail(ROTATION).text.replaceAll('\n', ' ')).toContain(
      'The old key works until Nov 30, 2026, 6:00 PM Central; both share one limit.',
    );
  });

  it.each([KEY_CHANGED, KEY_SUSPENDED, KEY_RESUMED, KEY_REVOKED, KEY_EXPIRES])(
    'identify the key by its first characters in %s, never in full',
    (kind) => {
      const starts = [ROTATION, APPROVAL].map((bringing) =>
        startOfKeyText(KEY_FORM.exec(mail(bringing).text)![0]),
      );
      for (const start of starts) expect(mail(kind).text).toContain(`${start}…`);
      expect(mail(kind).text).not.toMatch(KEY_FORM);
    },
  );

  describeInBrowser('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());

    it.each(['light', 'dark'] as const)(
      'have enough contrast and fit on a phone, %s',
      async (colorScheme) => {
        const context = await browser.newContext({
          colorScheme,
          viewport: { width: 390, height: 844 },
        });
        const page = await context.newPage();
        for (const kind of KINDS) {
          await page.setContent(mail(kind).html);
          const violations = await violationsOf(page);
          // The subject serves as the heading of an email.
          const found = violations.filter(({ id }) => id !== 'page-has-heading-one');
          expect([kind, found]).toEqual([kind, []]);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          expect([kind, width]).toEqual([kind, 390]);
          // Some of these screenshots appear in docs/keys.md.
          if (process.env.PICTURES) {
            await page.screenshot({
              path: `${process.env.PICTURES}/${kind}-${colorScheme}.png`,
              fullPage: true,
            });
          }
        }
        await context.close();
      },
    );
  });
});

function wordsOfText(text: string): string {
  return wordsOf(text.replaceAll(/^> ?/gm, ''));
}

function wordsOfHtml(html: string): string {
  return wordsOf(
    html
      .split('<main>')[1]!
      .replaceAll('</th>', ': ')
      .replaceAll(/<\/?(?:a|strong)\b[^>]*>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );
}

function wordsOf(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(' ');
}
