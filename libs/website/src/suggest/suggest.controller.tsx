import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientAddress } from '#libs/http/src/client-address/client-address.js';
import { DealInput, EventInput, MissingInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import type { Form, FormState, FormTexts } from '../forms/form.js';
import { formPage } from '../forms/form-page.js';
import { FormView } from '../forms/form-view.js';
import { FormsService } from '../forms/forms.service.js';
import type { Crumb } from '../layout/breadcrumbs.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { REPORT_LIMIT } from '../reports/report-form.js';
import { DEAL_FORM, EVENT_FORM, MISSING_FORM } from './suggest-forms.js';

/** A page with a form that suggests a record. */
interface Suggested {
  path: string;
  form: Form;
  texts: FormTexts;
  /** Title and lead of the page. */
  headingOf: (page: PageContext) => { title: string; lead: string };
  /** Page that lists the records. */
  listOf?: (page: PageContext) => Crumb;
}

const BUSINESS: Suggested = {
  path: '/suggest-business',
  form: MISSING_FORM,
  texts: ({ missing, reports }) => ({ ...shared(reports), ...missing.fields }),
  headingOf: ({ t }) => ({ title: t.footer.suggest, lead: t.missing.lead }),
};

const EVENT: Suggested = {
  path: '/suggest-event',
  form: EVENT_FORM,
  texts: ({ missing, reports, suggestedEvent }) => ({
    ...missing.fields,
    ...shared(reports),
    ...suggestedEvent.fields,
  }),
  headingOf: ({ t }) => ({ title: t.events.suggest, lead: t.suggestedEvent.lead }),
  listOf: ({ t }) => ({ name: t.events.title, path: '/events' }),
};

const DEAL: Suggested = {
  path: '/suggest-deal',
  form: DEAL_FORM,
  texts: ({ missing, reports, suggestedDeal }) => ({
    ...missing.fields,
    ...shared(reports),
    ...suggestedDeal.fields,
  }),
  headingOf: ({ t }) => ({ title: t.deals.suggest, lead: t.suggestedDeal.lead }),
  listOf: ({ t }) => ({ name: t.deals.title, path: '/deals' }),
};

/** Path of the page shown after a suggestion was sent, below the path of the form. */
const SENT = '/sent';

/** Serves the forms that suggest a business, an event or a deal. */
@PersonalPages()
export class SuggestController {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormsService,
    private readonly suggestions: SuggestionsService,
  ) {}

  @Get('suggest-business')
  business(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.blank(BUSINESS, request, reply);
  }

  @Post('suggest-business')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  sendBusiness(
    @Body() body: Record<string, string>,
    @ClientAddress() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.receive(BUSINESS, request, reply, {
      body,
      inputClass: MissingInput,
      submit: (input) => this.suggestions.suggest(input, address, request.id),
    });
  }

  @Get('suggest-event')
  event(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.blank(EVENT, request, reply);
  }

  @Post('suggest-event')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  sendEvent(
    @Body() body: Record<string, string>,
    @ClientAddress() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.receive(EVENT, request, reply, {
      body,
      inputClass: EventInput,
      submit: (input) => this.suggestions.suggestEvent(input, address, request.id),
    });
  }

  @Get('suggest-deal')
  deal(
    @Query() { business }: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.blank(DEAL, request, reply, typeof business === 'string' ? { business } : {});
  }

  @Post('suggest-deal')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  sendDeal(
    @Body() body: Record<string, string>,
    @ClientAddress() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.receive(DEAL, request, reply, {
      body,
      inputClass: DealInput,
      submit: (input) => this.suggestions.suggestDeal(input, address, request.id),
    });
  }

  @Get([BUSINESS, EVENT, DEAL].map(({ path }) => path + SENT))
  sent(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.pages.personal(request, reply, (page) => {
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

  private async blank(
    suggested: Suggested,
    request: FastifyRequest,
    reply: FastifyReply,
    values?: FormState['values'],
  ): Promise<string> {
    return this.show(suggested, request, reply, await this.forms.blank(suggested.form, values));
  }

  private async receive<T extends object>(
    suggested: Suggested,
    request: FastifyRequest,
    reply: FastifyReply,
    submission: Pick<Parameters<FormsService['receive']>[0], 'body'> & {
      inputClass: new () => T;
      submit: (input: T) => Promise<void>;
    },
  ): Promise<string> {
    const state = await this.forms.receive({
      form: suggested.form,
      texts: suggested.texts,
      request,
      reply,
      ...submission,
      conflict: { message: (t) => t.reports.full },
    });
    if (state) return this.show(suggested, request, reply, state);
    return this.pages.seeOther(request, reply, suggested.path + SENT);
  }

  private show(
    { path, form, texts, headingOf, listOf }: Suggested,
    request: FastifyRequest,
    reply: FastifyReply,
    state: FormState,
  ): Promise<string> {
    return this.pages.personal(request, reply, (page) => {
      const { title, lead } = headingOf(page);
      return formPage(page, state, {
        title,
        path,
        // A filled form is one of many that differ only in their values.
        isIndexed: Object.keys(state.values).length === 0,
        lead,
        crumbs: [...(listOf ? [listOf(page)] : []), { name: title }],
        form: (
          <FormView
            {...{ page, state, form, texts }}
            action={page.href(path)}
            submit={page.t.reports.submit}
          />
        ),
      });
    });
  }
}

/** Returns the texts of the fields that every suggestion has. */
function shared({ fields: { source, email } }: PageContext['t']['reports']) {
  return { source, email };
}
