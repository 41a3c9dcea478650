import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { ClientAddress } from '#libs/http/src/client-address/client-address.js';
import { ReportInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import { findBusiness } from '../business/find-business.js';
import type { FormState } from '../forms/form.js';
import { formPage } from '../forms/form-page.js';
import { FormsService } from '../forms/forms.service.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { REPORT_LIMIT, reportForm, ReportFormView, reportValues } from './report-form.js';

/** Serves the form that reports a mistake in a business. */
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
    @Query() { about }: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    const { form } = reportForm(about);
    const state = await this.forms.blank(form, reportValues(about, record));
    return this.showReport(request, reply, record, state);
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
    const state = await this.forms.receive({
      ...reportForm(body.about),
      request,
      reply,
      body,
      inputClass: ReportInput,
      submit: (input) => this.suggestions.report(record, input, address, request.id),
      conflict: { message: (t) => t.reports.full },
    });
    if (state) return this.showReport(request, reply, record, state);
    return this.pages.seeOther(request, reply, `/b/${record.slug}?reported=yes`);
  }

  private showReport(
    request: FastifyRequest,
    reply: FastifyReply,
    { slug, name }: BusinessDto,
    state: FormState,
  ): Promise<string> {
    const path = `/b/${slug}/report`;
    return this.pages.personal(request, reply, (page) => {
      const { business, reports } = page.t;
      return formPage(page, state, {
        title: reports.titleOf(name),
        heading: (
          <>
            {business.report}: <bdi>{name}</bdi>
          </>
        ),
        path,
        isIndexed: false,
        lead: reports.lead,
        crumbs: [{ name, path: `/b/${slug}` }, { name: business.report }],
        form: <ReportFormView page={page} state={state} action={page.href(path)} />,
      });
    });
  }
}
