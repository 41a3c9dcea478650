import { contentLine, escapeText } from './content-line.js';

describe(contentLine.name, () => {
  it('folds at 75 octets and never splits a character', () => {
    const folded = contentLine('SUMMARY', 'ünïcödé 🎉 '.repeat(20));
    const lines = folded.split('\r\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(folded.replaceAll('\r\n ', '')).toBe(`SUMMARY:${'ünïcödé 🎉 '.repeat(20)}`);
  });

  it('does not fold a short line', () => {
    expect(contentLine('SUMMARY', 'Short')).toBe('SUMMARY:Short');
  });
});

describe(escapeText.name, () => {
  it('escapes everything that could end the value', () => {
    expect(escapeText('a;b,c\\d\r\nEND:VEVENT\nx\u0007')).toBe('a\\;b\\,c\\\\d\\nEND:VEVENT\\nx ');
  });
});
