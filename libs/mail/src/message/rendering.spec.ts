import fc from 'fast-check';
import type { Block } from './message.js';
import { render } from './render.js';
import { renderHtml } from './render-html.js';
import { renderText } from './render-text.js';
import { writtenTime } from './written-time.js';

const BLOCKS: Block[] = [
  { paragraph: 'Hello Åsa <b>,' },
  { code: "curl -H 'X-API-Key: …' \\\n  http://localhost" },
  { link: 'https://example.org/?a=1&b=2', label: 'Documentation' },
  { facts: { Limit: '10 requests per hour' } },
  { quote: 'A map.\n\nSee <http://x>.' },
];

describe(renderText.name, () => {
  it('writes each block in plain lines', () => {
    expect(renderText(BLOCKS)).toBe(
      `Hello Åsa <b>,

  curl -H 'X-API-Key: …' \\
    http://localhost

Documentation:
  https://example.org/?a=1&b=2

Limit: 10 requests per hour

> A map.
> 
> See <http://x>.
`,
    );
  });

  it('wraps at 72 characters and loses no word', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,20}$/), { minLength: 1 }), (words) => {
        for (const block of ['paragraph', 'quote']) {
          const text = renderText([{ [block]: words.join(' ') } as Block]);
          expect(text.split(/[\s>]+/).filter(Boolean)).toEqual(words);
          expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72);
        }
      }),
    );
  });
});

describe(renderHtml.name, () => {
  it('escapes whatever people typed', () => {
    const html = renderHtml('A & B', BLOCKS);
    expect(html).toContain('<title>A &amp; B</title>');
    expect(html).toContain('<p>Hello Åsa &lt;b&gt;,</p>');
    expect(html).toContain('href="https://example.org/?a=1&amp;b=2"');
    expect(html).toMatch(
      /<blockquote[^>]*>\nA map\.<br>\n<br>\nSee &lt;http:\/\/x&gt;\.\n<\/blockquote>/,
    );
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const rendered = renderHtml('', [
          { paragraph: typed },
          { facts: { [typed]: typed } },
          { quote: typed },
        ]);
        expect(rendered).not.toMatch(
          /<(?!\/?(html|head|meta|title|body|p|br|table|tr|th|td|blockquote|!doctype)\b)/i,
        );
      }),
    );
  });
});

describe(render.name, () => {
  const signature: Block[] = [{ link: 'https://directory.test', label: 'Directory' }];
  const rendered = (quote: string, subject = 'A request') =>
    render(
      { subject, body: [{ paragraph: 'It says:' }], quotes: [{ about: 'Ada:', quote }] },
      signature,
    );

  it('puts what others wrote behind all that is ours, each line of it marked', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\n', '\r', '\u2028', '\v'),
        (text, line) => {
          const { text: mail } = rendered(`${text}${line}Sign in: http://evil.test`);
          const [ours, theirs] = mail.split('\n\nAda:\n\n');
          expect(ours).toBe('It says:\n\nDirectory:\n  https://directory.test');
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

  it('leaves out what turns the order of letters around', () => {
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
  ])('writes %s as people do', (time, written) => {
    expect(writtenTime(new Date(time))).toBe(written);
  });
});
