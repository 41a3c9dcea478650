import { Get, HttpCode, Param } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { ComponentChildren } from 'preact';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { KeyRequestProgressDto } from '#libs/keys/src/review/review.dto.js';
import { type KeyUse, StatusLinkService } from '#libs/keys/src/status-link/status-link.service.js';
import { PICTURE_HEADERS, usagePicture } from '#libs/keys/src/usage/usage-picture.js';
import { isWebAddress } from '#libs/http/src/validation/web-address.decorator.js';
import { WebhooksService } from '#libs/webhooks/src/webhooks.service.js';
import { type FormVisit, PostForm, Visit } from '../forms/form-visit.js';
import { Section } from '../layout/section.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { type WebhookState, WebhookView } from './webhook-view.js';

/** Headers that keep the address, which is secret, out of `Referer` headers and search indexes. */
const PRIVATE = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/**
 * Serves the pages behind the link in the acknowledgment: the status of a key request, and its
 * withdrawal. Another website can't forge their forms without the token in their address. Browsers
 * don't state the origin of such a form over plain HTTP because of `Referrer-Policy`.
 */
@PersonalPages()
export class KeyRequestStatusController {
  constructor(
    private readonly pages: Pages,
    private readonly statusLink: StatusLinkService,
    private readonly webhooks: WebhooksService,
  ) {}

  @Get('developers/requests/:token')
  async status(@Param('token') token: string, @Visit() visit: FormVisit): Promise<string> {
    const use = await this.unlessUnknown(() => this.statusLink.use(token));
    return this.showUse(visit, token, use);
  }

  /** Registers the webhook of the key, and shows its secret for the only time. */
  @PostForm('developers/requests/:token/webhook')
  @HttpCode(200)
  async registerWebhook(@Param('token') token: string, @Visit() visit: FormVisit): Promise<string> {
    const use = await this.useOf(token);
    const address = (visit.body.url ?? '').trim();
    try {
      if (!isWebAddress(address)) throw new ApiError('invalid_body', 'This is not a URL.');
      const { secret } = await this.webhooks.register(use.keyId, address);
      return await this.showUse(visit, token, use, { secret });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_body') throw error;
      void visit.reply.status(400);
      return this.showUse(visit, token, use, { refused: address });
    }
  }

  @PostForm('developers/requests/:token/webhook/remove')
  async removeWebhook(@Param('token') token: string, @Visit() visit: FormVisit): Promise<string> {
    const { keyId } = await this.useOf(token);
    await this.unlessUnknown(() => this.webhooks.remove(keyId));
    return this.pages.seeOther(visit, pathOf(token), PRIVATE);
  }

  @Get('developers/requests/:token/usage.svg')
  @ApiProduces(PICTURE_HEADERS['Content-Type'])
  async picture(
    @Param('token') token: string,
    @Visit() { request, reply }: FormVisit,
  ): Promise<string> {
    const use = await this.useOf(token);
    void reply.headers({ ...PRIVATE, ...PICTURE_HEADERS, 'Cache-Control': 'no-store' });
    return this.pages.inOneLanguage(request, ({ t, language: { locale } }) =>
      usagePicture(use.usage, use.limitPerHour, { ...t.keyRequest.status.use, locale }),
    );
  }

  @Get('developers/requests/:token/withdraw')
  confirmation(@Param('token') token: string, @Visit() visit: FormVisit): Promise<string> {
    return this.show(visit, token, (page, progress) =>
      progress.status === 'pending' ? (
        <ConfirmationView page={page} path={pathOf(token)} />
      ) : (
        <StatusView page={page} progress={progress} path={pathOf(token)} />
      ),
    );
  }

  @PostForm('developers/requests/:token/withdraw')
  async withdraw(@Param('token') token: string, @Visit() visit: FormVisit): Promise<string> {
    try {
      await this.statusLink.withdraw(token);
    } catch (error) {
      // The page shows that the request was already decided or does not exist.
      if (!(error instanceof ApiError)) throw error;
    }
    return this.pages.seeOther(visit, pathOf(token), PRIVATE);
  }

  /** @throws ApiError `not_found` if the request has no key */
  private async useOf(token: string): Promise<KeyUse> {
    const use = await this.statusLink.use(token);
    if (!use) throw new ApiError('not_found', 'This request has no key.');
    return use;
  }

  private async showUse(
    visit: FormVisit,
    token: string,
    use: KeyUse | undefined,
    outcome: Pick<WebhookState, 'secret' | 'refused'> = {},
  ): Promise<string> {
    const webhook = use && (await this.webhooks.find(use.keyId));
    const canRegister = use?.state === 'active';
    const path = pathOf(token);
    return this.show(visit, token, (page, progress) => (
      <>
        <StatusView page={page} progress={progress} path={path} use={use} />
        {(webhook || canRegister) && this.webhooks.isAvailable && (
          <WebhookView page={page} path={path} state={{ ...outcome, webhook, canRegister }} />
        )}
      </>
    ));
  }

  private async show(
    visit: FormVisit,
    token: string,
    bodyOf: (page: PageContext, progress: KeyRequestProgressDto) => ComponentChildren,
  ): Promise<string> {
    const progress = await this.unlessUnknown(() => this.statusLink.progress(token));
    if (!progress) void visit.reply.status(404);
    const makeView = (page: PageContext) => {
      const { title, unknown, unknownLead } = page.t.keyRequest.status;
      const name = progress ? title : unknown;
      return {
        title: name,
        path: pathOf(token),
        isIndexed: false,
        crumbs: [{ name: page.t.nav.developers, path: '/developers' }, { name }],
        body: (
          <>
            <h1>{name}</h1>
            {progress ? bodyOf(page, progress) : <p class="lead">{unknownLead}</p>}
          </>
        ),
      };
    };
    return this.pages.personal(visit, makeView, PRIVATE);
  }

  private async unlessUnknown<T>(find: () => Promise<T>): Promise<T | undefined> {
    try {
      return await find();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

function pathOf(token: string): string {
  return `/developers/requests/${encodeURIComponent(token)}`;
}

interface StatusProperties {
  page: PageContext;
  progress: KeyRequestProgressDto;
  path: string;
  use?: KeyUse;
}

function StatusView({ page, progress, path, use }: StatusProperties) {
  const t = page.t.keyRequest.status;
  const { status, reason, createdAt, decidedAt } = progress;
  return (
    <>
      <p class="lead">{t.is[status]}</p>
      <p>{t.sentOn(page.date(createdAt))}</p>
      {decidedAt && <p>{t.decidedOn(page.date(decidedAt))}</p>}
      {reason && (
        <p class="note">
          {t.reason} <bdi>{reason}</bdi>
        </p>
      )}
      {status === 'pending' ? (
        <a class="button" href={page.href(`${path}/withdraw`)}>
          {t.withdraw}
        </a>
      ) : (
        <a href={page.href('/developers')}>{page.t.nav.developers}</a>
      )}
      {use && <UseView page={page} use={use} path={path} />}
    </>
  );
}

function UseView({ page, use, path }: Pick<StatusProperties, 'page' | 'path'> & { use: KeyUse }) {
  const t = page.t.keyRequest.status.use;
  const { state, limitPerHour, usage } = use;
  return (
    <Section id="use" title={t.title} class="prose">
      {state !== 'active' && <p class="note">{t.is[state]}</p>}
      <p>
        {t.limit(page.number(limitPerHour))}. {t.lead}
      </p>
      <img
        src={page.href(`${path}/usage.svg`)}
        alt={`${t.answered}: ${page.number(usage.requests)}, ${t.refused}: ${page.number(usage.refusals)}`}
        width="720"
        height="260"
      />
      <details>
        <summary>{t.days}</summary>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{t.day}</th>
              <th scope="col">{t.answered}</th>
              <th scope="col">{t.refused}</th>
            </tr>
          </thead>
          <tbody>
            {usage.steps.toReversed().map(({ start, requests, refusals }) => (
              <tr>
                <th scope="row">{start.toISOString().slice(0, 10)}</th>
                <td>{page.number(requests)}</td>
                <td>{page.number(refusals)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Section>
  );
}

function ConfirmationView({ page, path }: Omit<StatusProperties, 'progress'>) {
  const t = page.t.keyRequest.status;
  return (
    <>
      <p class="lead">{t.withdrawLead}</p>
      <form class="actions" method="post" action={page.href(`${path}/withdraw`)}>
        <button type="submit" class="primary">
          {t.confirm}
        </button>
        <a class="button" href={page.href(path)}>
          {t.keep}
        </a>
      </form>
    </>
  );
}
