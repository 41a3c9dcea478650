import { Get, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { DealInput, EventInput, MissingInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import type { Form, FormTexts } from '../forms/form.js';
import { type FormPage, FormPages } from '../forms/form-pages.js';
import { type FormVisit, Visit } from '../forms/form-visit.js';
import type { Crumb } from '../layout/breadcrumbs.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { REPORT_LIMIT } from '../reports/report-form.js';
import { DEAL_FORM, EVENT_FORM, MISSING_FORM } from './suggest-forms.js';

interface Suggested {
  path: string;
  form: Form;
  texts: FormTexts;
  /** Title and lead of the page. */
  headingOf: (page: PageContext) => { title: string; lead: string };
  /** Page that lists the records. */
  listOf?: (page: PageContext) => Crumb;
}

const suggestPage = ({ headingOf, listOf, ...page }: Suggested): FormPage => ({
  ...page,
  conflict: { message: (t) => t.reports.full },
  viewOf: (context, values) => {
    const heading = headingOf(context);
    return {
      ...heading,
      // A filled form is one of many that differ only in their values.
      isIndexed: Object.keys(values).length === 0,
      crumbs: [...(listOf ? [listOf(context)] : []), { name: heading.title }],
      submit: context.t.reports.submit,
    };
  },
});

const BUSINESS = suggestPage({
  path: '/suggest-business',
  form: MISSING_FORM,
  texts: ({ missing, reports }) => ({ ...shared(reports), ...missing.fields }),
  headingOf: ({ t }) => ({ title: t.footer.suggest, lead: t.missing.lead }),
});

const EVENT = suggestPage({
  path: '/suggest-event',
  form: EVENT_FORM,
  texts: ({ missing, reports, suggestedEvent }) => ({
    ...missing.fields,
    ...shared(reports),
    ...suggestedEvent.fields,
  }),
  headingOf: ({ t }) => ({ title: t.events.suggest, lead: t.suggestedEvent.lead }),
  listOf: ({ t }) => ({ name: t.events.title, path: '/events' }),
});

const DEAL = suggestPage({
  path: '/suggest-deal',
  form: DEAL_FORM,
  texts: ({ missing, reports, suggestedDeal }) => ({
    ...missing.fields,
    ...shared(reports),
    ...suggestedDeal.fields,
  }),
  headingOf: ({ t }) => ({ title: t.deals.suggest, lead: t.suggestedDeal.lead }),
  listOf: ({ t }) => ({ name: t.deals.title, path: '/deals' }),
});

/** Path of the page shown after a suggestion was sent, below the path of the form. */
const SENT = '/sent';

/** Serves the forms that suggest a business, an event or a deal. */
@PersonalPages()
export class SuggestController {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormPages,
    private readonly suggestions: SuggestionsService,
  ) {}

  @Get('suggest-business')
  business(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.show(visit, BUSINESS);
  }

  @Post('suggest-business')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  sendBusiness(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.receive(visit, BUSINESS, {
      inputClass: MissingInput,
      submit: (input) => this.suggestions.suggest(input, visit.address, visit.request.id),
      next: BUSINESS.path + SENT,
    });
  }

  @Get('suggest-event')
  event(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.show(visit, EVENT);
  }

  @Post('suggest-event')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  sendEvent(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.receive(visit, EVENT, {
      inputClass: EventInput,
      submit: (input) => this.suggestions.suggestEvent(input, visit.address, visit.request.id),
      next: EVENT.path + SENT,
    });
  }

  @Get('suggest-deal')
  deal(@Query() { business }: Record<string, unknown>, @Visit() visit: FormVisit): Promise<string> {
    return this.forms.show(visit, DEAL, typeof business === 'string' ? { business } : {});
  }

  @Post('suggest-deal')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  sendDeal(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.receive(visit, DEAL, {
      inputClass: DealInput,
      submit: (input) => this.suggestions.suggestDeal(input, visit.address, visit.request.id),
      next: DEAL.path + SENT,
    });
  }

  @Get([BUSINESS, EVENT, DEAL].map(({ path }) => path + SENT))
  sent(@Visit() visit: FormVisit): Promise<string> {
    return this.pages.personal(visit, (page) => {
      const { title, lead, back } = page.t.reports.sent;
      return {
        title,
        path: BUSINESS.path + SENT,
        isIndexed: false,
        body: (
          <>
            <h1>{title}</h1>
            <p class="lead">{lead}</p>
            <p>
              <a href={page.href('/')}>{back}</a>
            </p>
          </>
        ),
      };
    });
  }
}

/** Returns the texts of the fields that every suggestion has. */
function shared({ fields: { source, email } }: PageContext['t']['reports']) {
  return { source, email };
}
