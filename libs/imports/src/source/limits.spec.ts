import { refuseExpansion } from './limits.js';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

describe(refuseExpansion.name, () => {
  it.each([
    ['10 MiB of a tiny file', 20, 10 * MIB],
    ['a hundredfold of a file that is not tiny', 200_000, 20_000_000],
    ['4 GiB of a large one', GIB, 4 * GIB],
  ])('accepts %s, and refuses one byte more', (_, size, unpacked) => {
    expect(() => refuseExpansion(unpacked, size)).not.toThrow();
    expect(() => refuseExpansion(unpacked + 1, size)).toThrow(
      `It unpacks to more than ${unpacked} bytes, the limit for ${size} compressed bytes.`,
    );
  });
});
