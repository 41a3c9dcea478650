import fc from 'fast-check';
import type { Block } from './message.js';
import { renderHtml } from './render-html.js';
import { renderText } from './render-text.js';

const BLOCKS: Block[] = [
  { paragraph: 'Hello Åsa <b>,' },
  { code: "curl -H 'X-API-Key: …' \\\n  http://localhost" },
  { link: 'https://example.org/?a=1&b=2', label: 'Documentation' },
  { facts: { Limit: '10 requests per hour' } },
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
`,
    );
  });

  it('wraps at 72 characters and loses no word', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,20}$/), { minLength: 1 }), (words) => {
        const text = renderText([{ paragraph: words.join(' ') }]);
        expect(text.split(/\s+/).filter(Boolean)).toEqual(words);
        expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72);
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
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const rendered = renderHtml('', [{ paragraph: typed }, { facts: { [typed]: typed } }]);
        expect(rendered).not.toMatch(
          /<(?!\/?(html|head|meta|title|body|p|br|table|tr|th|td|!doctype)\b)/i,
        );
      }),
    );
  });
});
