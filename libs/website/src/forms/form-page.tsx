import type { ComponentChildren } from 'preact';
import { Breadcrumbs, type Crumb } from '../layout/breadcrumbs.js';
import type { PageContext } from '../pages/page-context.js';
import type { PageView } from '../pages/view.js';
import type { FormState } from './form.js';

interface FormPage extends Omit<PageView, 'body' | 'description' | 'form'> {
  /** Heading above the form. Default: the page's title. */
  heading?: ComponentChildren;
  lead: string;
  crumbs: readonly Crumb[];
  form: ComponentChildren;
}

/** Returns the page of a form. If the form has problems, the title mentions them. */
export function formPage(
  page: PageContext,
  { problems }: FormState,
  { title, heading = title, lead, crumbs, form, ...view }: FormPage,
): PageView {
  return {
    ...view,
    title: problems.length > 0 ? page.t.forms.problemWith(title) : title,
    description: lead,
    body: (
      <>
        <Breadcrumbs page={page} crumbs={crumbs} />
        <h1>{heading}</h1>
        <p class="lead">{lead}</p>
        {form}
      </>
    ),
  };
}
