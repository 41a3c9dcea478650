import type { Form } from '../forms/form.js';

/** Fields of `NewKeyRequestDto`. */
export const KEY_REQUEST_FORM: Form = {
  name: 'key-request',
  fields: [
    { name: 'name', autocomplete: 'name' },
    { name: 'email', keyboard: 'email', autocomplete: 'email' },
    { name: 'organization', isOptional: true, autocomplete: 'organization' },
    { name: 'website', isOptional: true, keyboard: 'url', autocomplete: 'url' },
    { name: 'project', rows: 6 },
    { name: 'expectedRequestsPerHour', isOptional: true, keyboard: 'numeric' },
  ],
};

/** Maximum form size in bytes. Each of a project's 4,000 characters may take twelve bytes. */
export const KEY_REQUEST_LIMIT = 64 * 1024;
