import { validateSync } from 'class-validator';
import { RecurrenceRule } from './event-input.dto.js';

class Input {
  @RecurrenceRule()
  recurrence: unknown;
}

function problemOf(recurrence: unknown): string | undefined {
  const input = Object.assign(new Input(), { recurrence });
  return Object.values(validateSync(input)[0]?.constraints ?? {})[0];
}

/** Returns a valid rule of the given length, at most 502 characters. */
function ruleOf(length: number): string {
  const times = (count: number, item: string) => Array.from({ length: count }, () => item);
  const days = times(31, '-31').map((day, index) => (index < 502 - length ? day.slice(1) : day));
  const parts = {
    BYMONTH: ['1'],
    BYDAY: times(31, '+53MO'),
    BYMONTHDAY: days,
    BYSETPOS: times(29, '-366'),
  };
  const written = Object.entries(parts).map(([name, values]) => `${name}=${values.join(',')}`);
  return ['FREQ=YEARLY', ...written].join(';');
}

describe(RecurrenceRule.name, () => {
  it('accepts a rule of 500 characters and refuses one of 501', () => {
    expect([ruleOf(500).length, ruleOf(501).length]).toEqual([500, 501]);
    expect(problemOf(ruleOf(500))).toBeUndefined();
    expect(problemOf(ruleOf(501))).toBe('recurrence must be a rule such as FREQ=WEEKLY;BYDAY=FR.');
  });

  it('names the fault if the value resembles a rule', () => {
    expect(problemOf('FREQ=DAILY;COUNT=0')).toBe(
      'recurrence must be a rule such as FREQ=WEEKLY;BYDAY=FR: COUNT cannot be 0.',
    );
    for (const value of [7, null, ['FREQ=DAILY']]) {
      expect(problemOf(value)).toBe('recurrence must be a rule such as FREQ=WEEKLY;BYDAY=FR.');
    }
  });
});
