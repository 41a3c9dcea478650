import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { ClientAddress } from '#libs/http/src/client-address/client-address.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import { findBusiness } from '../business/find-business.js';
import type { Form, FormState } from '../forms/form.js';
import { formPage } from '../forms/form-page.js';
import { FormView } from '../forms/form-view.js';
import { FormsService } from '../forms/forms.service.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { REPORT_LIMIT } from './report-form.js';

/** A form without fields, because cached pages can't contain its token. */
const CONFIRMATION_FORM: Form = { name: 'confirmation', fields: [] };

/** Serves the form by which visitors confirm that a business's page is right. */
@PersonalPages()
export class ConfirmationsController {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormsService,
    private readonly businesses: BusinessesService,
    private readonly suggestions: SuggestionsService,
  ) {}

  @Get('b/:slug/confirm')
  async ask(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    return this.show(request, reply, record, await this.forms.blank(CONFIRMATION_FORM));
  }

  @Post('b/:slug/confirm')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  async confirm(
    @Param('slug') slug: string,
    @Body() body: Record<string, string>,
    @ClientAddress() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    const state = await this.forms.receive({
      form: CONFIRMATION_FORM,
      texts: () => ({}),
      request,
      reply,
      body,
      submit: () => this.suggestions.confirm(record.id, address),
    });
    if (state) return this.show(request, reply, record, state);
    return this.pages.seeOther(request, reply, `/b/${record.slug}?confirmed=yes`);
  }

  private show(
    request: FastifyRequest,
    reply: FastifyReply,
    { slug, name }: BusinessDto,
    state: FormState,
  ): Promise<string> {
    const path = `/b/${slug}/confirm`;
    return this.pages.personal(request, reply, (page) => {
      const { confirmations } = page.t;
      return formPage(page, state, {
        title: confirmations.titleOf(name),
        heading: (
          <>
            {confirmations.title} <bdi>{name}</bdi>
          </>
        ),
        path,
        isIndexed: false,
        lead: confirmations.lead,
        crumbs: [{ name, path: `/b/${slug}` }, { name: confirmations.title }],
        form: (
          <>
            <FormView
              {...{ page, state }}
              form={CONFIRMATION_FORM}
              texts={() => ({})}
              action={page.href(path)}
              submit={confirmations.submit}
            />
            <p>
              <a href={page.href(`/b/${slug}/report`)} rel="nofollow">
                {confirmations.wrong}
              </a>
            </p>
          </>
        ),
      });
    });
  }
}
