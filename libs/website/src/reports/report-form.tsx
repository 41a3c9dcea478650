import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { REPORTABLE } from '#libs/suggestions/src/suggestion-input.dto.js';
import type { Form, FormState } from '../forms/form.js';
import type { FormPage, FormPageView } from '../forms/form-pages.js';
import { weekOf } from '../forms/week.js';
import type { PageContext } from '../pages/page-context.js';

const HOURS = 'hours';
const CLOSED = 'closed';

const SOURCE_AND_EMAIL = [
  { name: 'source', rows: 2 },
  { name: 'email', isOptional: true, keyboard: 'email', autocomplete: 'email' },
] as const;

/** Asks for the topic, except hours, which have a form of their own. */
const ABOUT = { name: 'about', options: REPORTABLE.filter((about) => about !== HOURS) };

/** Fields of `ReportInput`. */
const REPORT_FORM: Form = {
  name: 'report',
  fields: [ABOUT, { name: 'correction', rows: 3 }, ...SOURCE_AND_EMAIL],
};

const CLOSED_FORM: Form = {
  name: 'report',
  fields: [ABOUT, { name: 'correction', rows: 3, isOptional: true }, ...SOURCE_AND_EMAIL],
};

const HOURS_FORM: Form = {
  name: 'report',
  fields: [
    { name: 'about', isHidden: true },
    { name: 'correction', isWeek: true },
    ...SOURCE_AND_EMAIL,
  ],
};

/** Maximum form size in bytes. A character may take twelve bytes in a form. */
export const REPORT_LIMIT = 32 * 1024;

/** Form of a topic, and the texts of its correction if they differ from `REPORT_FORM`. */
function formOf(about: unknown): { form: Form; correction?: 'week' | 'closed' } {
  if (about === HOURS) return { form: HOURS_FORM, correction: 'week' };
  if (about === CLOSED) return { form: CLOSED_FORM, correction: 'closed' };
  return { form: REPORT_FORM };
}

/** Returns the page with the form for a topic. */
export function reportPage(
  about: unknown,
  path: string,
  viewOf: (page: PageContext) => Pick<FormPageView, 'title' | 'heading' | 'lead' | 'crumbs'>,
): FormPage {
  const isHours = about === HOURS;
  const { form, correction } = formOf(about);
  return {
    path,
    form,
    texts: ({ reports }) => ({
      ...reports.fields,
      ...(correction && { correction: reports[correction] }),
    }),
    conflict: { message: (t) => t.reports.full },
    viewOf: (page) => {
      const { inWords, setHours, submit } = page.t.reports;
      return {
        ...viewOf(page),
        isIndexed: false,
        submit,
        around: (form) => (
          <>
            <p>
              <a href={`${page.href(path)}?about=${isHours ? 'other' : HOURS}`} rel="nofollow">
                {isHours ? inWords : setHours}
              </a>
            </p>
            {form}
          </>
        ),
      };
    },
  };
}

/** Returns the initial values of the form for a topic, with the known hours if it is about those. */
export function reportValues(about: unknown, { hours }: BusinessDto): FormState['values'] {
  if (typeof about !== 'string') return {};
  return { about, ...(about === HOURS && weekOf('correction', hours)) };
}
