/**
 * A page of prose that is shown as HTML and as Markdown. Its texts may use only `code` and
 * [links](/path) from Markdown. A path belongs to this website.
 */
export interface Prose {
  title: string;
  lead: string;
  blocks: readonly Block[];
}

export type Block =
  | { heading: string; id: string }
  | { paragraph: string }
  | { list: readonly string[] }
  | { code: string; language: 'sh' | 'ts' | 'py' | 'json'; caption?: string }
  | { columns: readonly string[]; rows: readonly (readonly string[])[]; lang?: string };

/** Part of a text: plain text, `code` or a link. */
type Piece = { text: string } | { code: string } | { link: string; href: string };

export function piecesOf(text: string): Piece[] {
  return text
    .split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, code, link, href] = /^(?:`(.+)`|\[(.+)\]\((.+)\))$/s.exec(part) ?? [];
      if (code !== undefined) return { code };
      return link !== undefined ? { link, href: href! } : { text: part };
    });
}

/** @param origin origin of the website, because the file does not state where it came from */
export function toMarkdown({ title, lead, blocks }: Prose, origin: string): string {
  const parts = [`# ${title}`, lead, ...blocks.map(blockToMarkdown)];
  return `${parts.join('\n\n').replaceAll('](/', `](${origin}/`)}\n`;
}

function blockToMarkdown(block: Block): string {
  if ('heading' in block) return `## ${block.heading}`;
  if ('paragraph' in block) return block.paragraph;
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  if ('code' in block) {
    const fenced = `\`\`\`${block.language}\n${block.code}\n\`\`\``;
    return block.caption ? `${block.caption}\n\n${fenced}` : fenced;
  }
  const rule = block.columns.map(() => '---');
  return [block.columns, rule, ...block.rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
