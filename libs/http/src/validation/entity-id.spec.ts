import { expectUuid } from './entity-id.js';

const ID = '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12';
const METADATA = { type: 'param' } as const;

describe('EntityId', () => {
  it('converts an id to lowercase', () => {
    expect(expectUuid.transform(ID.toUpperCase(), METADATA)).toBe(ID);
  });

  it('refuses any other text', () => {
    expect(() => expectUuid.transform(ID.slice(1), METADATA)).toThrow('is not an id');
  });
});
