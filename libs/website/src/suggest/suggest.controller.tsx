import { Get, Query } from '@nestjs/common';
import { DealInput, EventInput, MissingInput } from '#libs/suggestions/src/suggestion-input.dto.js';
import { SuggestionsService } from '#libs/suggestions/src/suggestions.service.js';
import type { Field, FormTexts } from '../forms/form.js';
import { type FormPage, FormPages } from '../forms/form-pages.js';
import { type FormVisit, PostForm, Visit } from '../forms/form-visit.js';
import { Pages } from '../pages/pages.js';
import type { Crumb } from '../pages/view.js';
import { PersonalPages } from '../pages/web-pages.decorator.js';
import type { Texts } from '../texts/language.js';

interface Suggested {
  /** Name of the form. */
  name: string;
  path: string;
  /** Fields of the input class, before those of every suggestion. */
  fields: readonly Field[];
  /** Title and lead of the page, and texts of the fields that differ from those of a business. */
  textsOf: (texts: Texts) => { title: string; lead: string; fields: ReturnType<FormTexts> };
  /** Page that lists the records. */
  listOf?: (texts: Texts) => Crumb;
}

const suggestPage = ({ name, path, fields, textsOf, listOf }: Suggested): FormPage => ({
  path,
  form: {
    name,
    fields: [
      ...fields,
      { name: 'website', isOptional: true, keyboard: 'url' },
      { name: 'source', rows: 2 },
      { name: 'email', isOptional: true, keyboard: 'email', autocomplete: 'email' },
    ],
  },
  texts: (t) => {
    const { source, email } = t.reports.fields;
    return { ...t.missing.fields, source, email, ...textsOf(t).fields };
  },
  conflict: { message: (t) => t.reports.full },
  viewOf: ({ t }, values) => {
    const { title, lead } = textsOf(t);
    return {
      title,
      lead,
      // A filled form is one of many that differ only in their values.
      isIndexed: Object.keys(values).length === 0,
      crumbs: [...(listOf ? [listOf(t)] : []), { name: title }],
      submit: t.reports.submit,
    };
  },
});

const BUSINESS = suggestPage({
  name: 'missing',
  path: '/suggest-business',
  fields: [
    { name: 'name' },
    { name: 'correction', rows: 3 },
    { name: 'city' },
    { name: 'street', isOptional: true },
    { name: 'postalCode', isOptional: true },
    { name: 'phone', isOptional: true },
  ],
  textsOf: ({ missing, footer }) => ({ ...missing, title: footer.suggest }),
});

const EVENT = suggestPage({
  name: 'event',
  path: '/suggest-event',
  fields: [
    { name: 'name' },
    { name: 'description', rows: 3 },
    { name: 'startsOn', picker: 'date' },
    { name: 'startsAt', picker: 'time' },
    { name: 'endsAt', picker: 'time' },
    { name: 'endsOn', isOptional: true, picker: 'date' },
    { name: 'venue', isOptional: true },
    { name: 'street', isOptional: true },
    { name: 'city' },
  ],
  textsOf: ({ suggestedEvent, events }) => ({ ...suggestedEvent, title: events.suggest }),
  listOf: ({ events }) => ({ name: events.title, path: '/events' }),
});

const DEAL = suggestPage({
  name: 'deal',
  path: '/suggest-deal',
  fields: [
    { name: 'business' },
    { name: 'title' },
    { name: 'description', rows: 3 },
    { name: 'code', isOptional: true },
    { name: 'terms', isOptional: true, rows: 2 },
    { name: 'startsOn', isOptional: true, picker: 'date' },
    { name: 'endsOn', isOptional: true, picker: 'date' },
  ],
  textsOf: ({ suggestedDeal, deals }) => ({ ...suggestedDeal, title: deals.suggest }),
  listOf: ({ deals }) => ({ name: deals.title, path: '/deals' }),
});

/** Path of the page shown after a suggestion was sent, below the path of the form. */
const SENT = '/sent';

/** Serves the forms that suggest a business, an event or a deal. */
@PersonalPages()
export class SuggestController {
  constructor(
    private readonly pages: Pages,
    private readonly forms: FormPages,
    private readonly suggestions: SuggestionsService,
  ) {}

  @Get('suggest-business')
  business(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.show(visit, BUSINESS);
  }

  @PostForm('suggest-business')
  sendBusiness(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.receive(visit, BUSINESS, {
      inputClass: MissingInput,
      submit: (input) => this.suggestions.suggest(input, visit.address, visit.request.id),
      next: BUSINESS.path + SENT,
    });
  }

  @Get('suggest-event')
  event(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.show(visit, EVENT);
  }

  @PostForm('suggest-event')
  sendEvent(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.receive(visit, EVENT, {
      inputClass: EventInput,
      submit: (input) => this.suggestions.suggestEvent(input, visit.address, visit.request.id),
      next: EVENT.path + SENT,
    });
  }

  @Get('suggest-deal')
  deal(@Query() { business }: Record<string, unknown>, @Visit() visit: FormVisit): Promise<string> {
    return this.forms.show(visit, DEAL, typeof business === 'string' ? { business } : {});
  }

  @PostForm('suggest-deal')
  sendDeal(@Visit() visit: FormVisit): Promise<string> {
    return this.forms.receive(visit, DEAL, {
      inputClass: DealInput,
      submit: (input) => this.suggestions.suggestDeal(input, visit.address, visit.request.id),
      next: DEAL.path + SENT,
    });
  }

  @Get([BUSINESS, EVENT, DEAL].map(({ path }) => path + SENT))
  sent(@Visit() visit: FormVisit): Promise<string> {
    return this.pages.personal(visit, (page) => {
      const { title, lead, back } = page.t.reports.sent;
      return {
        title,
        path: BUSINESS.path + SENT,
        isIndexed: false,
        body: (
          <>
            <h1>{title}</h1>
            <p class="lead">{lead}</p>
            <p>
              <a href={page.href('/')}>{back}</a>
            </p>
          </>
        ),
      };
    });
  }
}
