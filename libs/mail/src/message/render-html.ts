import type { Block } from './message.js';

const CODE = 'background:#f4f4f4;border-radius:4px;padding:12px;white-space:pre-wrap;';
const QUOTE = 'border-left:3px solid #bbb;color:#555;margin:0;padding-left:12px;';

export function renderHtml(title: string, blocks: Block[]): string {
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="font:16px/1.5 sans-serif;color:#222;max-width:40em">',
    ...blocks.map(renderBlock),
    '</body></html>',
    '',
  ].join('\n');
}

function renderBlock(block: Block): string {
  if ('paragraph' in block) return `<p>${withBreaks(block.paragraph)}</p>`;
  if ('quote' in block) {
    return `<blockquote style="${QUOTE}">\n${withBreaks(block.quote)}\n</blockquote>`;
  }
  if ('code' in block) return `<pre style="${CODE}">\n${escapeHtml(block.code)}\n</pre>`;
  if ('link' in block) {
    return `<p><a href="${escapeHtml(block.link)}">\n${escapeHtml(block.label)}</a></p>`;
  }
  const rows = Object.entries(block.facts).map(
    ([name, value]) =>
      `<tr><th style="text-align:left;padding-right:1em">${escapeHtml(name)}</th>\n` +
      `<td>${escapeHtml(value)}</td></tr>`,
  );
  return ['<table>', ...rows, '</table>'].join('\n');
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
