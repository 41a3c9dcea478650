import fc from 'fast-check';
import type { Environment } from '#libs/config/src/environment.js';
import { contactOf } from './message.js';
import { Action, Code, Facts, Lines, Link, Mailbox, writtenTime } from './elements.js';
import { render } from './render.js';
import { renderText } from './render-text.js';

const ENVIRONMENT = {
  SITE_NAME: 'Directory',
  PUBLIC_URL: 'https://directory.test',
  MAIL_FROM: 'a@b.test',
} as Environment;

const htmlOf = (body: preact.ComponentChildren) => render({ subject: '', body }, ENVIRONMENT).html;

describe(renderText.name, () => {
  it('writes each element in plain lines', () => {
    expect(
      renderText(
        <>
          <p>Hello Åsa {'<b>'},</p>
          <Code>{"curl -H 'X-API-Key: …' \\\n  http://localhost"}</Code>
          <Action href="https://example.org/?a=1&b=2">Documentation</Action>
          <Facts facts={{ Limit: '10 requests per hour', Expiry: undefined }} />
          <p>
            <strong>Questions?</strong> Write to <Mailbox>help@example.org</Mailbox>, or see{' '}
            <a href="https://example.org">the page</a>.
          </p>
          <blockquote>
            <Lines text={'A map.\n\nSee <http://x>.'} />
          </blockquote>
        </>,
      ),
    ).toBe(
      `Hello Åsa <b>,

  curl -H 'X-API-Key: …' \\
    http://localhost

Documentation:
  https://example.org/?a=1&b=2

Limit: 10 requests per hour

Questions? Write to help@example.org, or see the page
(https://example.org).

> A map.
> 
> See <http://x>.
`,
    );
  });

  it('wraps at 72 characters and loses no word', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,20}$/), { minLength: 1 }), (words) => {
        for (const body of [<p>{words.join(' ')}</p>, <blockquote>{words.join(' ')}</blockquote>]) {
          const text = renderText(body);
          expect(text.split(/[\s>]+/).filter(Boolean)).toEqual(words);
          expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72);
        }
      }),
    );
  });

  it('fits 72 characters on a line, but not 73', () => {
    const first = 'x'.repeat(60);
    const last = 'y'.repeat(11);
    expect(renderText(<p>{`${first} ${last}`}</p>)).toBe(`${first} ${last}\n`);
    expect(renderText(<p>{`${first} ${last}y`}</p>)).toBe(`${first}\n${last}y\n`);
  });

  it('throws for unsupported elements', () => {
    expect(() => renderText(<img alt="A map" />)).toThrow('<img>');
    expect(() => renderText(<p>{<em>now</em>}</p>)).toThrow('<em>');
    expect(() => renderText('Hello')).toThrow('"Hello" outside a paragraph');
  });
});

describe('the HTML of a mail', () => {
  it('escapes user input', () => {
    const { html } = render({ subject: 'A & B', body: <p>Hello {'<b>'}</p> }, ENVIRONMENT);
    expect(html).toContain('<title>A &amp; B</title>');
    expect(html).toContain('<p>Hello &lt;b></p>');
    expect(htmlOf(<Link href='https://example.org/?a=1&b="2"'>x</Link>)).toContain(
      'href="https://example.org/?a=1&amp;b=&quot;2&quot;"',
    );
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const html = htmlOf(
          <>
            <p>
              <Lines text={typed} />
            </p>
            <Facts facts={{ [typed]: typed }} />
            <Code>{typed}</Code>
          </>,
        );
        expect(html).not.toMatch(
          /<(?!\/?(html|head|meta|title|style|body|main|footer|a|p|pre|br|table|tr|th|td|!doctype)\b)/i,
        );
      }),
    );
  });
});

describe(contactOf.name, () => {
  it.each([
    ['help@example.org', 'directory@example.org', 'help@example.org'],
    [undefined, 'directory@example.org', 'directory@example.org'],
    [undefined, 'Directory <directory@example.org>', 'directory@example.org'],
  ])('with SUPPORT_EMAIL %s and MAIL_FROM %s, returns %s', (SUPPORT_EMAIL, MAIL_FROM, contact) => {
    expect(contactOf({ SUPPORT_EMAIL, MAIL_FROM })).toBe(contact);
  });
});

describe(render.name, () => {
  const rendered = (quote: string, subject = 'A request') =>
    render({ subject, body: <p>It says:</p>, quotes: [{ about: 'Ada:', quote }] }, ENVIRONMENT);

  it('places third-party text after our own and marks each of its lines', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\n', '\r', '\u2028', '\v'),
        (text, line) => {
          const { text: mail } = rendered(`${text}${line}Sign in: http://evil.test`);
          const [ours, theirs] = mail.split('\n\nAda:\n\n');
          expect(ours).toBe(
            'It says:\n\nDirectory:\n  https://directory.test\n\nQuestions? Write to a@b.test.',
          );
          expect(
            theirs!
              .split('\n')
              .slice(0, -1)
              .filter((found) => !found.startsWith('> ')),
          ).toEqual([]);
        },
      ),
    );
  });

  it('removes characters that reverse the text direction', () => {
    const { text, html, subject } = rendered(
      'abc\u202ecba',
      'A \u202erequest\r\nBcc: x@example.org',
    );
    expect([text, html, subject].join('')).not.toContain('\u202e');
    expect(subject).toBe('A request Bcc: x@example.org');
  });

  it('cuts a subject at 120 characters', () => {
    expect(rendered('', 'x'.repeat(120)).subject).toBe('x'.repeat(120));
    expect(rendered('', 'x'.repeat(121)).subject).toBe(`${'x'.repeat(119)}…`);
  });
});

describe(writtenTime.name, () => {
  it.each([
    ['2026-12-01T00:00:00Z', 'Nov 30, 2026, 6:00 PM Central'],
    ['2026-07-04T17:05:00Z', 'Jul 4, 2026, 12:05 PM Central'],
  ])('formats %s for readers', (time, written) => {
    expect(writtenTime(new Date(time))).toBe(written);
  });
});
