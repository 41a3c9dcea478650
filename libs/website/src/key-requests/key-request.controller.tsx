import { Body, Get, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientAddress } from '#libs/http/src/client-address/client-address.js';
import { NewKeyRequestDto } from '#libs/keys/src/requests/key-request.dto.js';
import { KeyRequestsService } from '#libs/keys/src/requests/key-requests.service.js';
import type { FormState, FormTexts } from '../forms/form.js';
import { formPage } from '../forms/form-page.js';
import { FormView } from '../forms/form-view.js';
import { FormsService } from '../forms/forms.service.js';
import { Breadcrumbs } from '../layout/breadcrumbs.js';
import { breadcrumbList } from '../linked-data/breadcrumb-list.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import { KEY_REQUEST_FORM, KEY_REQUEST_LIMIT } from './key-request-form.js';

const PATH = '/developers/request';

/** Serves the form that requests an API key. */
@PersonalPages()
export class KeyRequestController {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormsService,
    private readonly requests: KeyRequestsService,
  ) {}

  @Get('developers/request')
  async form(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.show(request, reply, await this.forms.blank(KEY_REQUEST_FORM));
  }

  @Post('developers/request')
  @RouteConfig({ body: 'form', formLimit: KEY_REQUEST_LIMIT })
  async send(
    @Body() body: Record<string, string>,
    @ClientAddress() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const state = await this.forms.receive({
      form: KEY_REQUEST_FORM,
      texts: fieldTexts,
      request,
      reply,
      body,
      inputClass: NewKeyRequestDto,
      submit: (input) => this.requests.submit(input, address, request.id),
      conflict: { field: 'email', message: (t) => t.keyRequest.pending },
    });
    if (state) return this.show(request, reply, state);
    return this.pages.seeOther(request, reply, `${PATH}/sent`);
  }

  @Get('developers/request/sent')
  sent(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.pages.personal(request, reply, (page) => {
      const { sent } = page.t.keyRequest;
      return {
        title: sent.title,
        path: `${PATH}/sent`,
        isIndexed: false,
        body: (
          <>
            <Breadcrumbs page={page} crumbs={crumbsOf(page)} />
            <h1>{sent.title}</h1>
            <p class="lead">{sent.mail}</p>
            <p>{sent.decision}</p>
            <p>
              {sent.noMail} <a href={page.href('/developers')}>{sent.guide}</a>
            </p>
          </>
        ),
      };
    });
  }

  private show(request: FastifyRequest, reply: FastifyReply, state: FormState): Promise<string> {
    return this.pages.personal(request, reply, (page) => {
      const { title, lead, submit } = page.t.keyRequest;
      const crumbs = crumbsOf(page);
      return formPage(page, state, {
        title,
        lead,
        path: PATH,
        data: [breadcrumbList(page, crumbs)],
        crumbs,
        form: (
          <FormView
            {...{ page, state, submit }}
            form={KEY_REQUEST_FORM}
            texts={fieldTexts}
            action={page.href(PATH)}
          />
        ),
      });
    });
  }
}

const fieldTexts: FormTexts = (t) => t.keyRequest.fields;

function crumbsOf({ t }: PageContext) {
  return [{ name: t.nav.developers, path: '/developers' }, { name: t.keyRequest.title }];
}
