import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { DecisionsDto } from './review.dto.js';

const MAX_LIMIT_PER_HOUR = 10_000_000;

describe(DecisionsDto.name, () => {
  const id = '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12';
  const approve = { id, decision: 'approve' };
  const isValid = async (decisions: unknown) =>
    (await validate(plainToInstance(DecisionsDto, { decisions }))).length === 0;

  it.each<[string, unknown, boolean]>([
    ['none', [], true],
    ['a hundred', Array(100).fill(approve), true],
    ['a hundred and one', Array(101).fill(approve), false],
    ['a rejection with a reason', [{ id, decision: 'reject', reason: 'No.' }], true],
    ['a rejection without one', [{ id, decision: 'reject' }], false],
    ['the least limit', [{ ...approve, limitPerHour: 1 }], true],
    ['a limit of zero', [{ ...approve, limitPerHour: 0 }], false],
    ['the largest limit', [{ ...approve, limitPerHour: MAX_LIMIT_PER_HOUR }], true],
    ['a larger one', [{ ...approve, limitPerHour: MAX_LIMIT_PER_HOUR + 1 }], false],
    ['another decision', [{ id, decision: 'postpone' }], false],
    ['no id', [{ decision: 'approve' }], false],
  ])('validates %s', async (_what, decisions, expected) => {
    expect(await isValid(decisions)).toBe(expected);
  });
});
