import { Get } from '@nestjs/common';
import { NewKeyRequestDto } from '#libs/keys/src/requests/key-request.dto.js';
import { KeyRequestsService } from '#libs/keys/src/requests/key-requests.service.js';
import { type FormPage, FormPages } from '../forms/form-pages.js';
import { type FormVisit, PostForm, Visit } from '../forms/form-visit.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';

const PATH = '/developers/request';

@PersonalPages()
export class KeyRequestController {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormPages,
    private readonly requests: KeyRequestsService,
  ) {}

  @Get('developers/request')
  form(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.show(visit, PAGE);
  }

  @PostForm('developers/request')
  send(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.receive(visit, PAGE, {
      inputClass: NewKeyRequestDto,
      submit: (input) => this.requests.submit(input, visit.address, visit.request.id),
      next: `${PATH}/sent`,
    });
  }

  @Get('developers/request/sent')
  sent(@Visit() visit: FormVisit): Promise<string> {
    return this.pages.personal(visit, (page) => {
      const { sent } = page.t.keyRequest;
      return {
        title: sent.title,
        path: `${PATH}/sent`,
        isIndexed: false,
        crumbs: crumbsOf(page),
        body: (
          <>
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
}

const PAGE: FormPage = {
  path: PATH,
  // Has the fields of `NewKeyRequestDto`.
  form: {
    name: 'key-request',
    fields: [
      { name: 'name', autocomplete: 'name' },
      { name: 'email', keyboard: 'email', autocomplete: 'email' },
      { name: 'organization', isOptional: true, autocomplete: 'organization' },
      { name: 'website', isOptional: true, keyboard: 'url', autocomplete: 'url' },
      { name: 'project', rows: 6 },
      { name: 'expectedRequestsPerHour', isOptional: true, keyboard: 'numeric' },
    ],
  },
  texts: (t) => t.keyRequest.fields,
  conflict: { field: 'email', message: (t) => t.keyRequest.pending },
  viewOf: (page) => {
    const { title, lead, submit } = page.t.keyRequest;
    return { title, lead, submit, crumbs: crumbsOf(page) };
  },
};

function crumbsOf({ t }: PageContext) {
  return [{ name: t.nav.developers, path: '/developers' }, { name: t.keyRequest.title }];
}
