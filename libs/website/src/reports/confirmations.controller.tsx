import { Get, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import { findBusiness } from '../business/find-business.js';
import { type FormPage, FormPages } from '../forms/form-pages.js';
import { type FormVisit, Visit } from '../forms/form-visit.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';

/** Serves the form by which visitors confirm that a business's page is right. */
@PersonalPages()
export class ConfirmationsController {
  constructor(
    private readonly forms: FormPages,
    private readonly businesses: BusinessesService,
    private readonly suggestions: SuggestionsService,
  ) {}

  @Get('b/:slug/confirm')
  async ask(@Param('slug') slug: string, @Visit() visit: FormVisit): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    return this.forms.show(visit, pageOf(record));
  }

  @Post('b/:slug/confirm')
  @RouteConfig({ body: 'form' })
  async confirm(@Param('slug') slug: string, @Visit() visit: FormVisit): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    return this.forms.receive(visit, pageOf(record), {
      submit: () => this.suggestions.confirm(record.id, visit.address),
      next: `/b/${record.slug}?confirmed=yes`,
    });
  }
}

function pageOf({ slug, name }: BusinessDto): FormPage {
  return {
    path: `/b/${slug}/confirm`,
    // Has no fields, because cached pages can't contain its token.
    form: { name: 'confirmation', fields: [] },
    texts: () => ({}),
    viewOf: (page) => {
      const { titleOf, title, lead, submit, wrong } = page.t.confirmations;
      return {
        title: titleOf(name),
        heading: (
          <>
            {title} <bdi>{name}</bdi>
          </>
        ),
        isIndexed: false,
        lead,
        crumbs: [{ name, path: `/b/${slug}` }, { name: title }],
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
