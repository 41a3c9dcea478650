import { Transform } from 'class-transformer';

/** Converts the value of a property if it is text. Any other value is left to the validation. */
export function FromText(convert: (text: string) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? convert(value) : value,
  );
}
