import type { Block } from './message.js';

/** Lines this short pass through mail programs unfolded (RFC 5322, section 2.1.1). */
const WIDTH = 72;

/** Before each line of a quotation, as mail programs write and know it (RFC 3676, section 4.5). */
const QUOTE_PREFIX = '> ';

export function renderText(blocks: Block[]): string {
  return `${blocks.map(renderBlock).join('\n\n')}\n`;
}

function renderBlock(block: Block): string {
  if ('paragraph' in block) return wrapLines(block.paragraph, WIDTH);
  if ('quote' in block) {
    return wrapLines(block.quote, WIDTH - QUOTE_PREFIX.length).replace(/^/gm, QUOTE_PREFIX);
  }
  if ('code' in block) return indent(block.code);
  if ('link' in block) return `${block.label}:\n${indent(block.link)}`;
  return Object.entries(block.facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
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
