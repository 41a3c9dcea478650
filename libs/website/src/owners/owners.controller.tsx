import { Get, Param, Query } from '@nestjs/common';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { ReportInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import { type FormPage, FormPages } from '../forms/form-pages.js';
import { type FormVisit, PostForm, unlessUnavailable, Visit } from '../forms/form-visit.js';
import { findRecord } from '../pages/find-record.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { reportPage, reportValues } from '../reports/report-form.js';
import { OwnerLinks } from './owner-links.service.js';

/** Serves the form that mails a link to a business, and the report form behind that link. */
@PersonalPages()
export class OwnersController {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormPages,
    private readonly businesses: BusinessesService,
    private readonly suggestions: SuggestionsService,
    private readonly links: OwnerLinks,
  ) {}

  @Get('b/:slug/owner')
  async owner(
    @Param('slug') slug: string,
    @Query() { sent }: Record<string, unknown>,
    @Visit() visit: FormVisit,
  ): Promise<string> {
    const { record } = await findRecord(this.businesses, 'business', slug);
    return this.forms.show(visit, linkPage(record, sent !== undefined));
  }

  @PostForm('b/:slug/owner')
  async send(@Param('slug') slug: string, @Visit() visit: FormVisit): Promise<string> {
    const { record } = await findRecord(this.businesses, 'business', slug);
    return this.forms.receive(visit, linkPage(record, false), {
      submit: () => this.links.send(record, visit.address, visit.request.id),
      next: `${pathOf(record)}?sent=yes`,
    });
  }

  @Get('b/:slug/owner/:token')
  async report(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Query() { about }: Record<string, unknown>,
    @Visit() visit: FormVisit,
  ): Promise<string> {
    const { business, isValid } = await this.open(slug, token);
    if (!isValid) return this.refuse(visit, business);
    const source = await this.pages.inOneLanguage(visit.request, ({ t }) => t.owners.source);
    return this.forms.show(visit, correctionPage(business, token, about), {
      ...reportValues(about, business),
      source,
      email: business.email!,
    });
  }

  @PostForm('b/:slug/owner/:token')
  async sendReport(
    @Param('slug') slug: string,
    @Param('token') token: string,
    @Visit() visit: FormVisit,
  ): Promise<string> {
    const opened = this.open(slug, token);
    const { business, isValid } = (await unlessUnavailable(visit, opened)) ?? {
      business: { slug, name: slug },
      isValid: true,
    };
    if (!isValid) return this.refuse(visit, business);
    const { request, body, address } = visit;
    return this.forms.receive(visit, correctionPage(business, token, body.about), {
      inputClass: ReportInput,
      submit: async (input) =>
        this.suggestions.report((await opened).business, input, address, request.id, 'owner'),
      next: `/b/${business.slug}?reported=yes`,
    });
  }

  private async open(slug: string, token: string) {
    const { record: business } = await findRecord(this.businesses, 'business', slug);
    return { business, isValid: await this.links.isValid(business, token) };
  }

  /** Answers a link that is too old, or was mailed to a former address. */
  private refuse(visit: FormVisit, business: Pick<BusinessDto, 'slug'>): Promise<string> {
    void visit.reply.status(404);
    return this.pages.personal(visit, (page) => {
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
}

function pathOf({ slug }: Pick<BusinessDto, 'slug'>): string {
  return `/b/${slug}/owner`;
}

/** Returns the page that mails the link. Its form is missing if there is no address, or once sent. */
function linkPage(business: BusinessDto, isSent: boolean): FormPage {
  const { slug, name, email } = business;
  return {
    path: pathOf(business),
    form: { name: 'owner', fields: [] },
    texts: () => ({}),
    viewOf: (page) => {
      const { owners: t, business: texts } = page.t;
      return {
        title: t.titleOf(name),
        isIndexed: false,
        lead: email ? t.lead : t.noEmail,
        crumbs: [{ name, path: `/b/${slug}` }, { name: texts.own }],
        submit: t.submit,
        around: (form) => (
          <>
            {email && isSent && (
              <p class="note" role="status">
                {t.sent(email)}
              </p>
            )}
            {email && !isSent && (
              <>
                <p>{t.sentTo(email)}</p>
                {form}
              </>
            )}
            <p>
              {email && t.otherEmail}{' '}
              <a href={page.href(`/b/${slug}/report${email ? '?about=email' : ''}`)} rel="nofollow">
                {texts.report}
              </a>
            </p>
          </>
        ),
      };
    },
  };
}

/** Returns the page behind the link. */
function correctionPage(
  business: Pick<BusinessDto, 'slug' | 'name'>,
  token: string,
  about: unknown,
): FormPage {
  const { slug, name } = business;
  const path = `${pathOf(business)}/${encodeURIComponent(token)}`;
  return reportPage(about, path, ({ t: { owners, business: texts } }) => ({
    title: owners.correctionOf(name),
    lead: owners.correctionLead,
    crumbs: [{ name, path: `/b/${slug}` }, { name: texts.own }],
  }));
}
