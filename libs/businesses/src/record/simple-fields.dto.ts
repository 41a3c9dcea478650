import { Field, type FieldOptions, withProperties } from '#libs/http/src/validation/field.js';
import {
  DECLARATIONS,
  SIMPLE_FIELD_NAMES,
  type SimpleField,
  type SimpleValues,
} from './simple-fields.js';

type Form = (typeof DECLARATIONS)[SimpleField]['form'];

/** The simple fields of a record, which are always present. */
export const SimpleFieldsDto = withProperties<SimpleValues>(SIMPLE_FIELD_NAMES, outputOf);

/** The simple fields of an admin's input, which may be omitted or null. */
export const SimpleFieldsInput = withProperties<Partial<SimpleValues>>(SIMPLE_FIELD_NAMES, inputOf);

function outputOf(name: SimpleField): PropertyDecorator {
  const { form, max, description, example } = DECLARATIONS[name];
  return declare(form, max, { nullable: true, example, description });
}

function inputOf(name: SimpleField): PropertyDecorator {
  const { form, max, description, example, exampleInput } = DECLARATIONS[name];
  const options = { nullable: true, optional: true, example, description };
  if (form !== 'phone') return declare(form, max, options);
  return Field.phone({
    ...options,
    example: exampleInput,
    description: 'Phone number without an extension. Stored in E.164, such as +12185550147.',
  });
}

function declare(form: Form, max: number, options: FieldOptions): PropertyDecorator {
  switch (form) {
    case 'level':
      return Field.integer({ min: 1, max, ...options });
    case 'date':
      return Field.date(options);
    case 'email':
      return Field.email(options);
    case 'webAddress':
      return Field.url(options);
    case 'phone':
      return Field.text({ max, ...options });
    case 'text':
    case 'lines':
      return Field.text({
        min: options.optional ? 1 : undefined,
        max,
        lines: form === 'lines',
        ...options,
      });
  }
}
