import type { Block } from './message.js';

/** Lines this short pass through mail programs unfolded (RFC 5322, section 2.1.1). */
const WIDTH = 72;

export function renderText(blocks: Block[]): string {
  return `${blocks.map(renderBlock).join('\n\n')}\n`;
}

function renderBlock(block: Block): string {
  if ('paragraph' in block) return block.paragraph.split('\n').map(wrap).join('\n');
  if ('code' in block) return indent(block.code);
  if ('link' in block) return `${block.label}:\n${indent(block.link)}`;
  return Object.entries(block.facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function indent(lines: string): string {
  return lines.replace(/^/gm, '  ');
}

function wrap(line: string): string {
  const lines = [''];
  for (const word of line.split(' ')) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (longer.length <= WIDTH || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}
