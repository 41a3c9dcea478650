import { endOf, readCursor, toCursor } from './position.js';

const MAX_CURSOR = 100;
const EPOCH = '5d8e20f1-4b0c-4a73-9d52-3b8f6f0e2a11';
const ID = '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11';

describe(toCursor.name, () => {
  it.each([
    { epoch: EPOCH, time: 0, kind: 0, id: ID },
    { epoch: EPOCH, time: 99999999999999, kind: 4, id: ID },
    endOf(EPOCH, new Date(1795366800123)),
  ])('survives encoding and decoding: %j', (position) => {
    const cursor = toCursor(position);
    expect(cursor.length).toBeLessThanOrEqual(MAX_CURSOR);
    expect(readCursor(cursor)).toEqual({ ...position, epoch: '5d8e20f1' });
  });

  it.each([
    '',
    'x',
    '5d8e20f1',
    '5d8e20f1.',
    '5d8e20f1.1.5.' + ID,
    '5d8e20f1.1.1.' + ID.slice(1),
    '5d8e20f1.1.1',
  ])('rejects %s', (text) =>
    expect(readCursor(Buffer.from(text).toString('base64url'))).toBeUndefined(),
  );
});
