import { fatalErrorIn } from './wire-messages.js';

describe(fatalErrorIn.name, () => {
  const error = (severity: string, message: string) => {
    const fields = `S${severity}\0V${severity}\0C53100\0M${message}\0Fxlog.c\0\0`;
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(fields.length + 4, 1);
    return Buffer.concat([head, Buffer.from(fields)]);
  };
  const row = (text: string) => Buffer.from(`D\0\0\0\x20\0\x01\0\0\0\x14${text}`);

  it.each(['FATAL', 'PANIC'])('finds a %s after rows in the same response', (severity) => {
    const answer = Buffer.concat([row('Loon Cafe'), error(severity, 'could not write')]);
    expect(fatalErrorIn(answer)).toBe('could not write');
  });

  it('ignores other errors and similar text in rows', () => {
    expect(fatalErrorIn(error('ERROR', 'SPANIC VPANIC'))).toBeUndefined();
    expect(fatalErrorIn(row('SPANIC\\0VPANIC\\0'))).toBeUndefined();
    expect(fatalErrorIn(Buffer.alloc(0))).toBeUndefined();
  });
});
