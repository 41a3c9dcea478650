import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import {
  isStatus,
  REPORTABLE,
  type Reportable,
} from '#libs/suggestions/src/suggestion-input.dto.js';
import type { Form, FormState } from '../forms/form.js';
import type { FormPage, FormPageView } from '../forms/form-pages.js';
import { weekOf } from '../forms/week.js';
import type { PageContext } from '../pages/page-context.js';

const HOURS = 'hours';
/** Topics that the visitor reaches by a link. */
const LINKED = new Set<Reportable>([HOURS, 'open']);

/** Returns the fields of `ReportInput` for a topic. Hours have a form of their own. */
function formOf(about: unknown): Form {
  const isHours = about === HOURS;
  return {
    name: 'report',
    fields: [
      isHours
        ? { name: 'about', isHidden: true }
        : {
            name: 'about',
            options: REPORTABLE.filter((each) => each === about || !LINKED.has(each)),
          },
      isHours
        ? { name: 'correction', isWeek: true }
        : { name: 'correction', rows: 3, isOptional: isStatus(about) },
      { name: 'source', rows: 2 },
      { name: 'email', isOptional: true, keyboard: 'email', autocomplete: 'email' },
    ],
  };
}

/** Returns the page with the form for a topic. */
export function reportPage(
  about: unknown,
  path: string,
  viewOf: (page: PageContext) => Pick<FormPageView, 'title' | 'heading' | 'lead' | 'crumbs'>,
): FormPage {
  const isHours = about === HOURS;
  return {
    path,
    form: formOf(about),
    texts: ({ reports: { fields, week, closed, open } }) => ({
      ...fields,
      ...(isHours && { correction: week }),
      ...(about === 'closed' && { correction: closed }),
      ...(about === 'open' && { correction: open }),
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
