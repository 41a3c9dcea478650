import { Get, Param, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { ReportInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import { findBusiness } from '../business/find-business.js';
import { type FormPage, FormPages } from '../forms/form-pages.js';
import { type FormVisit, Visit } from '../forms/form-visit.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { REPORT_LIMIT, reportPage, reportValues } from './report-form.js';

/** Serves the form that reports a mistake in a business. */
@PersonalPages()
export class ReportsController {
  constructor(
    private readonly forms: FormPages,
    private readonly businesses: BusinessesService,
    private readonly suggestions: SuggestionsService,
  ) {}

  @Get('b/:slug/report')
  async report(
    @Param('slug') slug: string,
    @Query() { about }: Record<string, unknown>,
    @Visit() visit: FormVisit,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    return this.forms.show(visit, pageOf(record, about), reportValues(about, record));
  }

  @Post('b/:slug/report')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  async send(@Param('slug') slug: string, @Visit() visit: FormVisit): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    const { request, body, address } = visit;
    return this.forms.receive(visit, pageOf(record, body.about), {
      inputClass: ReportInput,
      submit: (input) => this.suggestions.report(record, input, address, request.id),
      next: `/b/${record.slug}?reported=yes`,
    });
  }
}

function pageOf({ slug, name }: BusinessDto, about: unknown): FormPage {
  return reportPage(about, `/b/${slug}/report`, ({ t: { business, reports } }) => ({
    title: reports.titleOf(name),
    heading: (
      <>
        {business.report}: <bdi>{name}</bdi>
      </>
    ),
    lead: reports.lead,
    crumbs: [{ name, path: `/b/${slug}` }, { name: business.report }],
  }));
}
