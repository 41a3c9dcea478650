import { ValidateBy } from 'class-validator';
import { faultOf, MAX_RECURRENCE_LENGTH } from '../recurrence/rule-text.js';

export function RecurrenceRule() {
  return ValidateBy({
    name: 'recurrenceRule',
    validator: {
      validate: (value) =>
        typeof value === 'string' &&
        value.length <= MAX_RECURRENCE_LENGTH &&
        faultOf(value) === undefined,
      defaultMessage: (args) => {
        const value: unknown = args?.value;
        const fault =
          typeof value === 'string' && value.length <= MAX_RECURRENCE_LENGTH && faultOf(value);
        return `${args?.property} must be a rule such as FREQ=WEEKLY;BYDAY=FR${fault ? `: ${fault}` : ''}.`;
      },
    },
  });
}
