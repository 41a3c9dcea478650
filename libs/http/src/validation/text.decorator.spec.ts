import { InputPipe } from './input.pipe.js';
import { Text } from './text.decorator.js';

class Body {
  @Text({ min: 2, max: 5 })
  line: string = 'Ada';

  @Text({ min: 2, max: 20, lines: true })
  lines: string = 'Ada';
}

const read = (value: object) =>
  new InputPipe().transform(value, { type: 'body', metatype: Body }) as Promise<Body>;
const refusalOf = (value: object) =>
  read(value).then(
    () => undefined,
    (error: Error) => error.message,
  );

describe(Text.name, () => {
  it('trims the text and counts characters by code point', async () => {
    expect((await read({ line: '  Åsa 🌲 ' })).line).toBe('Åsa 🌲');
    expect(await refusalOf({ line: ' A ' })).toBe(
      'line must be one line of text of 2 to 5 characters.',
    );
    expect(await refusalOf({ line: 'Åsa 🌲🌲' })).toMatch(/^line must be one line/);
    expect(await refusalOf({ lines: 7 })).toBe('lines must be text of 2 to 20 characters.');
  });

  it.each([
    ['A\u202eda', 'U+202E'],
    ['A\u200bda', 'U+200B'],
    ['A\u2028da', 'U+2028'],
    ['A\nda', 'U+000A'],
    ['A\tda', 'U+0009'],
  ])('names the invisible character in %j', async (line, character) => {
    expect(await refusalOf({ line })).toBe(
      `line must not contain the control character ${character}.`,
    );
  });

  it('normalizes line breaks in multiline text', async () => {
    expect((await read({ lines: 'A\r\n\tb\rc\u2028d' })).lines).toBe('A\n\tb\nc\nd');
    expect(await refusalOf({ lines: 'A\n\u202eb' })).toBe(
      'lines must not contain the control character U+202E.',
    );
  });
});
