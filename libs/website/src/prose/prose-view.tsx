import { type Block, piecesOf, type Prose } from './prose.js';

/** Body of a prose page, with a table of contents. */
export function ProseView({ prose, contents }: { prose: Prose; contents: string }) {
  const headings = prose.blocks.filter((block) => 'heading' in block);
  return (
    <article class="prose">
      <h1>{prose.title}</h1>
      <p class="lead">
        <Inline text={prose.lead} />
      </p>
      <nav aria-label={contents}>
        <ul class="inline">
          {headings.map(({ heading, id }) => (
            <li>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      {prose.blocks.map((block) => (
        <BlockView block={block} />
      ))}
    </article>
  );
}

function BlockView({ block }: { block: Block }) {
  if ('heading' in block) return <h2 id={block.id}>{block.heading}</h2>;
  if ('paragraph' in block) {
    return (
      <p>
        <Inline text={block.paragraph} />
      </p>
    );
  }
  if ('list' in block) {
    return (
      <ul>
        {block.list.map((item) => (
          <li>
            <Inline text={item} />
          </li>
        ))}
      </ul>
    );
  }
  if ('code' in block) {
    return (
      <figure>
        {block.caption && <figcaption>{block.caption}</figcaption>}
        {/* Lets keyboard users scroll it. */}
        <pre tabIndex={0} translate={false}>
          <code>{block.code}</code>
        </pre>
      </figure>
    );
  }
  return (
    <table>
      <thead>
        <tr>
          {block.columns.map((column) => (
            <th scope="col">{column}</th>
          ))}
        </tr>
      </thead>
      <tbody lang={block.lang}>
        {block.rows.map((row) => (
          <tr>
            {row.map((cell) => (
              <td>
                <Inline text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Inline({ text }: { text: string }) {
  return (
    <>
      {piecesOf(text).map((piece) => {
        if ('code' in piece) return <code translate={false}>{piece.code}</code>;
        return 'link' in piece ? <a href={piece.href}>{piece.link}</a> : piece.text;
      })}
    </>
  );
}
