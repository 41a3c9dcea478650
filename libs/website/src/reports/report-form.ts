import { REPORTABLE } from '#libs/suggestions/src/suggestion-input.dto.js';
import type { Form, FormTexts } from '../forms/form.js';

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

/** Maximum form size in bytes. A character may take twelve bytes in a form. */
export const REPORT_LIMIT = 32 * 1024;

export const reportTexts: FormTexts = ({ reports }) => reports.fields;
