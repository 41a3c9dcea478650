import { Injectable } from '@nestjs/common';
import type { ComponentChildren, VNode } from 'preact';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import type { PageView } from '../pages/view.js';
import type { FormState } from './form.js';
import { FormView } from './form-view.js';
import type { FormVisit } from './form-visit.js';
import { FormsService, type ReceivedForm, type Submission } from './forms.service.js';

/** A page with a form that is sent to the page's own path. */
export interface FormPage extends ReceivedForm {
  path: string;
  viewOf: (page: PageContext, values: FormState['values']) => FormPageView;
}

export interface FormPageView extends Omit<PageView, 'body' | 'description' | 'form' | 'path'> {
  /** Heading above the form. Default: the page's title. */
  heading?: ComponentChildren;
  lead: string;
  /** Label of the button that sends the form. */
  submit: string;
  /** Returns the content below the lead. Default: only the form. */
  around?: (form: VNode) => ComponentChildren;
}

interface Sent<T extends object> extends Submission<T> {
  /** Path of the page that follows. */
  next: string;
}

@Injectable()
export class FormPages {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormsService,
  ) {}

  /** Shows a form that is empty apart from the given values. */
  async show(visit: FormVisit, page: FormPage, values?: FormState['values']): Promise<string> {
    return this.render(visit, page, await this.forms.blank(page.form, values));
  }

  /** Submits a sent form and leads to the next page, or shows the form with its problems. */
  async receive<T extends object>(
    visit: FormVisit,
    page: FormPage,
    { next, ...submission }: Sent<T>,
  ): Promise<string> {
    const state = await this.forms.receive(visit, page, submission);
    return state ? this.render(visit, page, state) : this.pages.seeOther(visit, next);
  }

  private render(
    visit: FormVisit,
    { path, form, texts, viewOf }: FormPage,
    state: FormState,
  ): Promise<string> {
    return this.pages.personal(visit, (page) => {
      const {
        title,
        heading = title,
        lead,
        submit,
        around = (view) => view,
        ...view
      } = viewOf(page, state.values);
      return {
        ...view,
        path,
        // A problem is mentioned first, because screen readers start with the title.
        title: state.problems.length > 0 ? page.t.forms.problemWith(title) : title,
        description: lead,
        body: (
          <>
            <h1>{heading}</h1>
            <p class="lead">{lead}</p>
            {around(
              <FormView {...{ page, form, texts, state, submit }} action={page.href(path)} />,
            )}
          </>
        ),
      };
    });
  }
}
