import { Get, Param, Query } from '@nestjs/common';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { ReportInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import { type FormPage, FormPages } from '../forms/form-pages.js';
import { type FormVisit, PostForm, unlessUnavailable, Visit } from '../forms/form-visit.js';
import { findRecord } from '../pages/find-record.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { reportPage, reportValues } from './report-form.js';

/** Serves the forms that report a mistake in a business, or confirm that there is none. */
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
    const { record } = await findRecord(this.businesses, 'business', slug);
    return this.forms.show(visit, pageOf(record, about), reportValues(about, record));
  }

  @PostForm('b/:slug/report')
  async send(@Param('slug') slug: string, @Visit() visit: FormVisit): Promise<string> {
    const found = findRecord(this.businesses, 'business', slug);
    const business = (await unlessUnavailable(visit, found))?.record ?? { slug, name: slug };
    const { request, body, address } = visit;
    return this.forms.receive(visit, pageOf(business, body.about), {
      inputClass: ReportInput,
      submit: async (input) =>
        this.suggestions.report((await found).record, input, address, request.id),
      next: `/b/${business.slug}?reported=yes`,
    });
  }

  @Get('b/:slug/confirm')
  async ask(@Param('slug') slug: string, @Visit() visit: FormVisit): Promise<string> {
    const { record } = await findRecord(this.businesses, 'business', slug);
    return this.forms.show(visit, confirmationPage(record));
  }

  @PostForm('b/:slug/confirm')
  async confirm(@Param('slug') slug: string, @Visit() visit: FormVisit): Promise<string> {
    const { record } = await findRecord(this.businesses, 'business', slug);
    return this.forms.receive(visit, confirmationPage(record), {
      submit: () => this.suggestions.confirm(record.id, visit.address),
      next: `/b/${record.slug}?confirmed=yes`,
    });
  }
}

function pageOf({ slug, name }: Pick<BusinessDto, 'slug' | 'name'>, about: unknown): FormPage {
  return reportPage(about, `/b/${slug}/report`, ({ t: { business, reports } }) => ({
    title: `${business.report}: ${name}`,
    heading: (
      <>
        {business.report}: <bdi>{name}</bdi>
      </>
    ),
    lead: reports.lead,
    crumbs: [{ name, path: `/b/${slug}` }, { name: business.report }],
  }));
}

function confirmationPage({ slug, name }: BusinessDto): FormPage {
  return {
    path: `/b/${slug}/confirm`,
    // Has no fields, because cached pages can't contain its token.
    form: { name: 'confirmation', fields: [] },
    texts: () => ({}),
    viewOf: (page) => {
      const { lead, submit, wrong } = page.t.confirmations;
      const { stillRight } = page.t.business;
      return {
        title: `${stillRight} ${name}`,
        heading: (
          <>
            {stillRight} <bdi>{name}</bdi>
          </>
        ),
        isIndexed: false,
        lead,
        crumbs: [{ name, path: `/b/${slug}` }, { name: stillRight }],
        submit,
        around: (form) => (
          <>
            {form}
            <p>
              <a href={page.href(`/b/${slug}/report`)} rel="nofollow">
                {wrong}
              </a>
            </p>
          </>
        ),
      };
    },
  };
}
