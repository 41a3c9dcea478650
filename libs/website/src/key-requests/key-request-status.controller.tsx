import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { ComponentChildren } from 'preact';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '#libs/config/src/environment.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { KeyRequestProgressDto } from '#libs/keys/src/status-link/status-link.dto.js';
import { StatusLinkService } from '#libs/keys/src/status-link/status-link.service.js';
import { refuseForeign } from '../forms/refuse-foreign.js';
import { Breadcrumbs } from '../layout/breadcrumbs.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';

/** The address is the secret: it is passed on to nobody, and no crawler keeps it. */
const PRIVATE = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** What a developer sees and may do by the link in the acknowledgement, as pages. */
@PersonalPages()
export class KeyRequestStatusController {
  constructor(
    private readonly pages: Pages,
    private readonly statusLink: StatusLinkService,
    private readonly environment: Environment,
  ) {}

  @Get('developers/requests/:token')
  status(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.show(request, reply, token, (page, progress) => (
      <StatusView page={page} progress={progress} path={pathOf(token)} />
    ));
  }

  /** Asks once more before it is withdrawn. */
  @Get('developers/requests/:token/withdraw')
  confirmation(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.show(request, reply, token, (page, progress) =>
      progress.status === 'pending' ? (
        <ConfirmationView page={page} path={pathOf(token)} />
      ) : (
        <StatusView page={page} progress={progress} path={pathOf(token)} />
      ),
    );
  }

  @Post('developers/requests/:token/withdraw')
  @RouteConfig({ body: 'form' })
  async withdraw(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    refuseForeign(request, this.environment.PUBLIC_URL);
    try {
      await this.statusLink.withdraw(token);
    } catch (error) {
      // The page says that it was decided before, or that there is none.
      if (!(error instanceof ApiError)) throw error;
    }
    const page = this.pages.contextOf(request);
    void reply.status(303).headers({ ...PRIVATE, Location: page.href(pathOf(token)) });
    return '';
  }

  private async show(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    bodyOf: (page: PageContext, progress: KeyRequestProgressDto) => ComponentChildren,
  ): Promise<string> {
    const progress = await this.progress(token);
    if (!progress) void reply.status(404);
    const makeView = (page: PageContext) => {
      const { title, unknown, unknownLead } = page.t.keyRequest.status;
      const name = progress ? title : unknown;
      return {
        title: name,
        path: pathOf(token),
        isIndexed: false,
        body: (
          <>
            <Breadcrumbs
              page={page}
              crumbs={[{ name: page.t.nav.developers, path: '/developers' }, { name }]}
            />
            <h1>{name}</h1>
            {progress ? bodyOf(page, progress) : <p class="lead">{unknownLead}</p>}
          </>
        ),
      };
    };
    return this.pages.personal(request, reply, makeView, PRIVATE);
  }

  private async progress(token: string): Promise<KeyRequestProgressDto | undefined> {
    try {
      return await this.statusLink.progress(token);
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
}

function StatusView({ page, progress, path }: StatusProperties) {
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
    </>
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
