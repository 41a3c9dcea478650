import type { ApiError } from '#libs/http/src/errors/api-error.js';
import { Precondition } from './precondition.js';

describe(Precondition.name, () => {
  const refusal = (ifMatch?: string) => {
    try {
      new Precondition(ifMatch).check(3);
      return undefined;
    } catch (error) {
      return (error as ApiError).code;
    }
  };

  it.each([
    ['"3"', undefined],
    ['"2", "3"', undefined],
    ['*', undefined],
    [undefined, 'precondition_required'],
    ['"2"', 'precondition_failed'],
    ['3', undefined],
    ['2, 3', undefined],
    ['2', 'precondition_failed'],
    ['33', 'precondition_failed'],
    ['W/"3"', 'precondition_failed'],
    ['', 'precondition_failed'],
  ])('for If-Match %p at revision 3, throws %p', (ifMatch, code) => {
    expect(refusal(ifMatch)).toBe(code);
  });
});
