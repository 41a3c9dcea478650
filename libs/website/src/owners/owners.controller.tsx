import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { ClientAddress } from '#libs/http/src/client-address/client-address.js';
import { ReportInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import { findBusiness } from '../business/find-business.js';
import type { Form, FormState } from '../forms/form.js';
import { formPage } from '../forms/form-page.js';
import { FormView } from '../forms/form-view.js';
import { FormsService } from '../forms/forms.service.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { REPORT_LIMIT, reportForm, ReportFormView, reportValues } from '../reports/report-form.js';
import { OwnerLinks } from './owner-links.service.js';

const LINK_FORM: Form = { name: 'owner', fields: [] };

/** Serves the form that mails a link to a business, and the report form behind that link. */
@PersonalPages()
export class OwnersController {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormsService,
    private readonly businesses: BusinessesService,
    private readonly suggestions: SuggestionsService,
    private readonly links: OwnerLinks,
  ) {}

  @Get('b/:slug/owner')
  async owner(
    @Param('slug') slug: string,
    @Query() { sent }: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    const state = await this.forms.blank(LINK_FORM);
    return this.showRequest(request, reply, record, state, sent !== undefined);
  }

  @Post('b/:slug/owner')
  @RouteConfig({ body: 'form' })
  async send(
    @Param('slug') slug: string,
    @Body() body: Record<string, string>,
    @ClientAddress() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    const state = await this.forms.receive({
      form: LINK_FORM,
      texts: () => ({}),
      request,
      reply,
      body,
      submit: () => this.links.send(record, address, request.id),
    });
    if (state) return this.showRequest(request, reply, record, state, false);
    return this.pages.seeOther(request, reply, `${pathOf(record)}?sent=yes`);
  }

  @Get('b/:slug/owner/:token')
  async report(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Query() { about }: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    if (!(await this.links.isValid(record, token))) return this.refuse(request, reply, record);
    const source = await this.pages.inOneLanguage(request, ({ t }) => t.owners.source);
    const values = { ...reportValues(about, record), source, email: record.email! };
    const state = await this.forms.blank(reportForm(about).form, values);
    return this.showReport(request, reply, record, state, token);
  }

  @Post('b/:slug/owner/:token')
  @RouteConfig({ body: 'form', formLimit: REPORT_LIMIT })
  async sendReport(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Body() body: Record<string, string>,
    @ClientAddress() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { record } = await findBusiness(this.businesses, slug);
    if (!(await this.links.isValid(record, token))) return this.refuse(request, reply, record);
    const state = await this.forms.receive({
      ...reportForm(body.about),
      request,
      reply,
      body,
      inputClass: ReportInput,
      submit: (input) => this.suggestions.report(record, input, address, request.id, 'owner'),
      conflict: { message: (t) => t.reports.full },
    });
    if (state) return this.showReport(request, reply, record, state, token);
    return this.pages.seeOther(request, reply, `/b/${record.slug}?reported=yes`);
  }

  private showRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    business: BusinessDto,
    state: FormState,
    isSent: boolean,
  ): Promise<string> {
    const { slug, name, email } = business;
    return this.pages.personal(request, reply, (page) => {
      const t = page.t.owners;
      const report = (
        <a href={page.href(`/b/${slug}/report${email ? '?about=email' : ''}`)} rel="nofollow">
          {page.t.business.report}
        </a>
      );
      return formPage(page, state, {
        title: t.titleOf(name),
        path: pathOf(business),
        isIndexed: false,
        lead: email ? t.lead : t.noEmail,
        crumbs: [{ name, path: `/b/${slug}` }, { name: page.t.business.own }],
        form: (
          <>
            {email && isSent && (
              <p class="note" role="status">
                {t.sent(email)}
              </p>
            )}
            {email && !isSent && (
              <>
                <p>{t.sentTo(email)}</p>
                <FormView
                  {...{ page, state }}
                  form={LINK_FORM}
                  texts={() => ({})}
                  action={page.href(pathOf(business))}
                  submit={t.submit}
                />
              </>
            )}
            <p>
              {email && t.otherEmail} {report}
            </p>
          </>
        ),
      });
    });
  }

  /** Answers a link that is too old, or was mailed to a former address. */
  private refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    business: BusinessDto,
  ): Promise<string> {
    void reply.status(404);
    return this.pages.personal(request, reply, (page) => {
      const { unknown, unknownLead, again } = page.t.owners;
      return {
        title: unknown,
        path: pathOf(business),
        isIndexed: false,
        body: (
          <>
            <h1>{unknown}</h1>
            <p class="lead">{unknownLead}</p>
            <p>
              <a href={page.href(pathOf(business))} rel="nofollow">
                {again}
              </a>
            </p>
          </>
        ),
      };
    });
  }

  private showReport(
    request: FastifyRequest,
    reply: FastifyReply,
    business: BusinessDto,
    state: FormState,
    token: string,
  ): Promise<string> {
    const { slug, name } = business;
    const path = `${pathOf(business)}/${encodeURIComponent(token)}`;
    return this.pages.personal(request, reply, (page) => {
      const { owners } = page.t;
      return formPage(page, state, {
        title: owners.correctionOf(name),
        path,
        isIndexed: false,
        lead: owners.correctionLead,
        crumbs: [{ name, path: `/b/${slug}` }, { name: page.t.business.own }],
        form: <ReportFormView page={page} state={state} action={page.href(path)} />,
      });
    });
  }
}

function pathOf({ slug }: BusinessDto): string {
  return `/b/${slug}/owner`;
}
