import { type ComponentChildren, isValidElement, type VNode } from 'preact';

/** Maximum line length that mail programs don't refold (RFC 5322, section 2.1.1). */
const WIDTH = 72;

/** Quotation prefix that mail programs recognize (RFC 3676, section 4.5). */
const QUOTE_PREFIX = '> ';

type Element = VNode<{ children?: ComponentChildren; href?: string }>;
type Node = Element | string;

/**
 * Renders a mail's HTML elements as plain text: `p`, `pre`, `table`, `blockquote`,
 * `footer`, and within them `a`, `br`, `code` and `strong`.
 *
 * @throws Error for any other element
 */
export function renderText(body: ComponentChildren): string {
  return `${renderBlocks(body)}\n`;
}

function renderBlocks(children: ComponentChildren): string {
  return nodesOf(children).map(renderBlock).join('\n\n');
}

function renderBlock(node: Node): string {
  if (typeof node === 'string') throw new Error(`A mail has "${node}" outside a paragraph.`);
  const { children } = node.props;
  switch (node.type) {
    case 'p':
      return renderParagraph(nodesOf(children));
    case 'pre':
      return indent(renderInline(children));
    case 'table':
      return nodesOf(children)
        .map((row) =>
          nodesOf((row as Element).props.children)
            .map(renderNode)
            .join(': '),
        )
        .join('\n');
    case 'blockquote':
      return wrapLines(renderInline(children), WIDTH - QUOTE_PREFIX.length).replace(
        /^/gm,
        QUOTE_PREFIX,
      );
    case 'footer':
      return renderBlocks(children);
    default:
      throw new Error(`A mail has no text for <${String(node.type)}>.`);
  }
}

/** Renders a paragraph. A link that is alone in it gets a separate line for its URL. */
function renderParagraph(nodes: Node[]): string {
  const [first, ...others] = nodes;
  if (others.length === 0 && typeof first === 'object' && first.type === 'a') {
    return `${renderInline(first.props.children)}:\n${indent(first.props.href!)}`;
  }
  return wrapLines(nodes.map(renderNode).join(''), WIDTH);
}

function renderInline(children: ComponentChildren): string {
  return nodesOf(children).map(renderNode).join('');
}

function renderNode(node: Node): string {
  if (typeof node === 'string') return node;
  const { children, href } = node.props;
  const text = renderInline(children);
  switch (node.type) {
    case 'br':
      return '\n';
    case 'a':
      return href === `mailto:${text}` ? text : `${text} (${href})`;
    case 'code':
    case 'strong':
    case 'th':
    case 'td':
      return text;
    default:
      throw new Error(`A mail has no text for <${String(node.type)}> in a paragraph.`);
  }
}

/** Returns texts and elements, with components replaced by their output. */
function nodesOf(children: ComponentChildren): Node[] {
  if (Array.isArray(children)) return children.flatMap(nodesOf);
  if (isValidElement(children)) {
    const { type, props } = children as Element;
    if (typeof type === 'string') return [children];
    return nodesOf((type as (given: typeof props) => ComponentChildren)(props));
  }
  return typeof children === 'string' || typeof children === 'number' ? [String(children)] : [];
}

function indent(lines: string): string {
  return lines.replace(/^/gm, '  ');
}

function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrap(line, width))
    .join('\n');
}

function wrap(line: string, width: number): string {
  const lines = [''];
  for (const word of line.split(' ')) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (longer.length <= width || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}
