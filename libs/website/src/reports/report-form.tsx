import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { REPORTABLE } from '#libs/suggestions/src/suggestion-input.dto.js';
import type { Form, FormState, FormTexts } from '../forms/form.js';
import { FormView } from '../forms/form-view.js';
import { weekOf } from '../forms/week.js';
import type { PageContext } from '../pages/page-context.js';

const HOURS = 'hours';

const SOURCE_AND_EMAIL = [
  { name: 'source', rows: 2 },
  { name: 'email', isOptional: true, keyboard: 'email', autocomplete: 'email' },
] as const;

/** Fields of `ReportInput`. Hours have a form of their own. */
const REPORT_FORM: Form = {
  name: 'report',
  fields: [
    { name: 'about', options: REPORTABLE.filter((about) => about !== HOURS) },
    { name: 'correction', rows: 3 },
    ...SOURCE_AND_EMAIL,
  ],
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

/** Returns the form for a topic, with its texts. */
export function reportForm(about: unknown): { form: Form; texts: FormTexts } {
  return about === HOURS
    ? {
        form: HOURS_FORM,
        texts: ({ reports }) => ({ ...reports.fields, correction: reports.week }),
      }
    : { form: REPORT_FORM, texts: ({ reports }) => reports.fields };
}

/** Returns the initial values of the form for a topic, with the known hours if it is about those. */
export function reportValues(about: unknown, { hours }: BusinessDto): FormState['values'] {
  if (typeof about !== 'string') return {};
  return { about, ...(about === HOURS && weekOf('correction', hours)) };
}

/** The form for the topic in its values, with a link to the other one. */
export function ReportFormView({
  page,
  state,
  action,
}: {
  page: PageContext;
  state: FormState;
  action: string;
}) {
  const t = page.t.reports;
  const isHours = state.values.about === HOURS;
  return (
    <>
      <p>
        <a href={`${action}?about=${isHours ? 'other' : HOURS}`} rel="nofollow">
          {isHours ? t.inWords : t.setHours}
        </a>
      </p>
      <FormView
        {...{ page, state, action }}
        {...reportForm(state.values.about)}
        submit={t.submit}
      />
    </>
  );
}
