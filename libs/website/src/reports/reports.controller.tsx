import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { ClientAddress } from '#libs/http/src/client-address/client-address.js';
import { MissingInput, ReportInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import { findBusiness } from '../business/find-business.js';
import type { FormState } from '../forms/form.js';
import { formPage } from '../forms/form-page.js';
import { FormView } from '../forms/form-view.js';
import { FormsService } from '../forms/forms.service.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { MISSING_FORM, REPORT_FORM, REPORT_LIMIT } from './report-forms.js';

const MISSING_PATH = '/suggest-business';
const SENT_PATH = '/suggest-business/sent';

/** Forms by which visitors say what is wrong with a business, or that one is missing. */
@PersonalPages()
export class ReportsController {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormsService,
    private readonly businesses: BusinessesService,
    private readonly suggestions: SuggestionsService,
  ) {}

  @Get('b/:slug/report')
  async report(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    const page = this.pages.contextOf(request);
    return this.showReport(page, reply, record, await this.forms.blank(REPORT_FORM));
  }

  @Post('b/:slug/report')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  async sendReport(
    @Param('slug') slug: string,
    @Body() body: Record<string, string>,
    @ClientAddress() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    const page = this.pages.contextOf(request);
    const state = await this.forms.receive({
      form: REPORT_FORM,
      texts: page.t.reports.fields,
      page,
      request,
      reply,
      body,
      inputClass: ReportInput,
      submit: (input) => this.suggestions.report(record.id, input, address),
      conflict: { message: page.t.reports.full },
    });
    return state ? this.showReport(page, reply, record, state) : thank(page, reply);
  }

  @Get('suggest-business')
  async suggest(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const page = this.pages.contextOf(request);
    return this.showMissing(page, reply, await this.forms.blank(MISSING_FORM));
  }

  @Post('suggest-business')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  async sendMissing(
    @Body() body: Record<string, string>,
    @ClientAddress() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const page = this.pages.contextOf(request);
    const state = await this.forms.receive({
      form: MISSING_FORM,
      texts: missingTexts(page),
      page,
      request,
      reply,
      body,
      inputClass: MissingInput,
      submit: (input) => this.suggestions.suggest(input, address),
      conflict: { message: page.t.reports.full },
    });
    return state ? this.showMissing(page, reply, state) : thank(page, reply);
  }

  @Get('suggest-business/sent')
  sent(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): string {
    const page = this.pages.contextOf(request);
    const { title, lead, back } = page.t.reports.sent;
    return this.pages.personal(reply, page, {
      title,
      path: SENT_PATH,
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
    });
  }

  private showReport(
    page: PageContext,
    reply: FastifyReply,
    { slug, name }: BusinessDto,
    state: FormState,
  ): string {
    const t = page.t.reports;
    const path = `/b/${slug}/report`;
    const view = formPage(page, state, {
      title: t.titleOf(name),
      heading: (
        <>
          {t.title}: <bdi>{name}</bdi>
        </>
      ),
      path,
      isIndexed: false,
      lead: t.lead,
      crumbs: [{ name, path: `/b/${slug}` }, { name: t.title }],
      form: (
        <FormView
          {...{ page, state }}
          form={REPORT_FORM}
          texts={t.fields}
          action={page.href(path)}
          submit={t.submit}
        />
      ),
    });
    return this.pages.personal(reply, page, view);
  }

  private showMissing(page: PageContext, reply: FastifyReply, state: FormState): string {
    const { title, lead } = page.t.missing;
    const view = formPage(page, state, {
      title,
      path: MISSING_PATH,
      lead,
      crumbs: [{ name: title }],
      form: (
        <FormView
          {...{ page, state }}
          form={MISSING_FORM}
          texts={missingTexts(page)}
          action={page.href(MISSING_PATH)}
          submit={page.t.reports.submit}
        />
      ),
    });
    return this.pages.personal(reply, page, view);
  }
}

/** Both forms ask how one knows, and where to answer. */
function missingTexts({ t }: PageContext) {
  const { source, email } = t.reports.fields;
  return { ...t.missing.fields, source, email };
}

function thank(page: PageContext, reply: FastifyReply): string {
  void reply.status(303).header('Location', page.href(SENT_PATH));
  return '';
}
