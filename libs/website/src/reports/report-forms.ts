import { REPORTABLE } from '#libs/suggestions/src/suggestion-input.dto.js';
import type { Form } from '../forms/form.js';

/** Fields of `ReportInput`. */
export const REPORT_FORM: Form = {
  name: 'report',
  fields: [
    { name: 'about', options: REPORTABLE },
    { name: 'correction', rows: 3 },
    { name: 'source', rows: 2 },
    { name: 'email', isOptional: true, keyboard: 'email', autocomplete: 'email' },
  ],
};

/** Fields of `MissingInput`. */
export const MISSING_FORM: Form = {
  name: 'missing',
  fields: [
    { name: 'name' },
    { name: 'correction', rows: 3 },
    { name: 'city' },
    { name: 'street', isOptional: true },
    { name: 'postalCode', isOptional: true },
    { name: 'phone', isOptional: true },
    { name: 'website', isOptional: true, keyboard: 'url' },
    { name: 'source', rows: 2 },
    { name: 'email', isOptional: true, keyboard: 'email', autocomplete: 'email' },
  ],
};

/** Maximum form size in bytes. A character may take twelve bytes in a form. */
export const REPORT_LIMIT = 32 * 1024;
