import { explain } from './explain.js';

describe(explain.name, () => {
  it.each([
    ['a missing file', { code: 'ENOENT', syscall: 'open', path: '/nowhere' }],
    ['a folder instead of a file', { code: 'EISDIR', syscall: 'read' }],
    ['a full disk', { code: 'ENOSPC', syscall: 'write' }],
  ])('reports %s in one line', (_name, details) => {
    const error = Object.assign(new Error(`${details.code}: why`), details);
    expect(explain(error)).toBe(`System error: ${details.code}: why.`);
  });
});
