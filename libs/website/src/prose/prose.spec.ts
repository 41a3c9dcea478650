import { piecesOf, toMarkdown } from './prose.js';

describe(piecesOf.name, () => {
  it('finds code and links between plain words', () => {
    expect(piecesOf('Send `a[0](x)` to [the `door`](/door).')).toEqual([
      { text: 'Send ' },
      { code: 'a[0](x)' },
      { text: ' to ' },
      { link: 'the `door`', href: '/door' },
      { text: '.' },
    ]);
  });

  it('keeps a text without code or links unchanged', () => {
    expect(piecesOf('A [list] (of things) in 5` steps')).toEqual([
      { text: 'A [list] (of things) in 5` steps' },
    ]);
  });
});

describe(toMarkdown.name, () => {
  it('writes each kind of block, with absolute addresses', () => {
    const markdown = toMarkdown(
      {
        title: 'Title',
        lead: 'Lead.',
        blocks: [
          { heading: 'First', id: 'first' },
          { paragraph: 'See [the list](/list).' },
          { list: ['one', 'two'] },
          { code: 'ls', language: 'sh', caption: 'With a shell:' },
          { columns: ['a', 'b'], rows: [['1', '2']] },
        ],
      },
      'https://directory.example.org',
    );
    expect(markdown).toBe(`# Title

Lead.

## First

See [the list](https://directory.example.org/list).

- one
- two

With a shell:

\`\`\`sh
ls
\`\`\`

| a | b |
| --- | --- |
| 1 | 2 |
`);
  });
});
