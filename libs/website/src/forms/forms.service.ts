import { Injectable, type Type } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { DAYS } from '#libs/directory-index/src/opening-hours.js';
import type { ApiError } from '#libs/http/src/errors/api-error.js';
import { toApiError } from '#libs/http/src/errors/to-api-error.js';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { findControlCharacter } from '#libs/text/src/control-characters.js';
import { numberFormat } from '../pages/intl-formats.js';
import type { Language } from '../texts/language.js';
import { languageOf } from '../texts/languages.js';
import { type Form, type FormState, type FormTexts, type Problem, TRAP } from './form.js';
import { FormTokens, LATEST_MS, type TokenVerdict } from './form-tokens.js';
import { type FormVisit, refuseForeign } from './form-visit.js';
import { selectsOf, weekText } from './week.js';

export interface ReceivedForm {
  form: Form;
  texts: FormTexts;
  /** Problem shown when the submission throws a `conflict`. */
  conflict?: Problem;
}

export interface Submission<T extends object> {
  /** Class the API validates the same input with, undefined for a form without fields. */
  inputClass?: Type<T>;
  submit: (input: T) => Promise<unknown>;
}

/** Web address without its scheme. */
const BARE_HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[:/?#]|$)/u;

/** Time of day with "AM" or "PM", as visitors type it in a browser without a time picker. */
const TWELVE_HOUR_TIME = /^(0?[1-9]|1[0-2])(?::([0-5]\d))?\s?([ap])\.?\s?m\.?$/i;

/** Spends a token by counting it in the database, which all processes share. */
const ONCE = { limit: 1, windowSeconds: LATEST_MS / 1000 };

/**
 * Issues forms and receives them. Three checks keep programs out without a puzzle for people: the
 * request's origin, a field that only programs fill in, and a token that is valid once, from three
 * seconds (at once for a form without fields) to four hours after the form was issued.
 */
@Injectable()
export class FormsService {
  private readonly input = new InputPipe();

  constructor(
    private readonly tokens: FormTokens,
    private readonly attempts: Attempts,
    private readonly environment: Environment,
  ) {}

  /** Issues a form that is empty apart from the given values. */
  async blank({ name }: Form, values: FormState['values'] = {}): Promise<FormState> {
    return { token: await this.tokens.issue(name), values, problems: [] };
  }

  /**
   * Receives a form. If something is wrong, sets the same status as the API.
   *
   * @returns undefined once the form is submitted, else the form with its values and problems
   * @throws ApiError `forbidden` for a form sent from another website
   */
  async receive<T extends object>(
    { request, reply, body }: FormVisit,
    received: ReceivedForm,
    { inputClass, submit }: Submission<T>,
  ): Promise<FormState | undefined> {
    const { form } = received;
    refuseForeign(request, this.environment.PUBLIC_URL);
    const values = Object.fromEntries(namesIn(form).map((name) => [name, body[name] ?? '']));
    const again = (token: string, problems: Problem[]) => ({ token, values, problems });

    const token = body.token ?? '';
    let next = token;
    let ofForm: Problem[] = [];
    try {
      const verdict = body[TRAP] ? 'trapped' : await this.judge(form, token);
      if (verdict !== 'good' && verdict !== 'early') {
        ofForm = [{ message: (t) => t.forms[verdict] }];
        next = await this.tokens.issue(form.name);
      }
      const input: unknown =
        inputClass &&
        (await this.input.transform(inputOf(form, values, languageOf(request.url).language), {
          type: 'body',
          metatype: inputClass,
        }));
      // Correcting a field takes longer than this wait, so wrong fields are reported without it.
      if (verdict === 'early') ofForm = [{ message: (t) => t.forms.early }];
      if (ofForm.length > 0) {
        void reply.status(400);
        return again(next, ofForm);
      }
      if (await this.once(token, () => submit(input as T))) return undefined;
      void reply.status(400);
      return again(await this.tokens.issue(form.name), [{ message: (t) => t.forms.repeated }]);
    } catch (error) {
      const refusal = toApiError(error, request);
      const problems = problemsOf(refusal, received, body);
      if (problems.length === 0) throw error;
      void reply.status(refusal.getStatus()).headers(refusal.headers);
      return again(next, [...ofForm, ...problems]);
    }
  }

  /** Judges a token. A form without fields takes no time to fill in, so it is never early. */
  private async judge({ name, fields }: Form, token: string): Promise<TokenVerdict> {
    const verdict = await this.tokens.judge(name, token);
    return verdict === 'early' && fields.length === 0 ? 'good' : verdict;
  }

  /**
   * Spends a token. A token whose submission fails can be used again.
   *
   * @returns false if the token was already spent
   */
  private async once(token: string, submit: () => Promise<unknown>): Promise<boolean> {
    const bucket = `form:${token}`;
    const { allowed } = await this.attempts.count(bucket, ONCE);
    if (!allowed) return false;
    try {
      await submit();
    } catch (error) {
      await this.attempts.forget(bucket);
      throw error;
    }
    return true;
  }
}

/** Returns the names of all inputs. A week has two per day. */
function namesIn({ fields }: Form): string[] {
  return fields.flatMap(({ name, isWeek }) =>
    isWeek ? DAYS.flatMap((day) => Object.values(selectsOf(name, day))) : [name],
  );
}

/**
 * Converts the values to API input: omits empty fields, parses numbers such as "1,000" and times such
 * as "7:30 PM", and completes web addresses such as "example.org".
 */
function inputOf(
  { fields }: Form,
  values: Record<string, string>,
  { locale }: Language,
): Record<string, unknown> {
  const given = fields.flatMap(({ name, keyboard, picker, isWeek }): [string, unknown][] => {
    const value = isWeek ? weekText(name, values) : values[name]!;
    const trimmed = value.trim();
    if (trimmed === '') return [];
    if (keyboard === 'numeric') {
      const digits = trimmed.replace(/\D/g, '');
      const number = Number(digits);
      if ([digits, numberFormat(locale).format(number)].includes(trimmed)) return [[name, number]];
    }
    if (picker === 'time') return [[name, timeOfDay(trimmed)]];
    return [[name, keyboard === 'url' && BARE_HOST.test(trimmed) ? `https://${trimmed}` : value]];
  });
  return Object.fromEntries(given);
}

/** Writes a time such as "7:30 PM" as "19:30", and returns other text unchanged. */
function timeOfDay(text: string): string {
  const [, hour, minute = '00', half] = TWELVE_HOUR_TIME.exec(text) ?? [];
  if (!hour) return text;
  const hours = (Number(hour) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/**
 * Returns an API error as problems in the page's language, or nothing if the page has no text for
 * it.
 */
function problemsOf(
  { code, details = [], headers }: ApiError,
  { form, texts, conflict }: ReceivedForm,
  body: FormVisit['body'],
): Problem[] {
  if (code === 'conflict' && conflict) return [conflict];
  if (code === 'unavailable') return [{ message: (t) => t.errors.unavailableLead }];
  if (code === 'rate_limited') {
    const minutes = Math.ceil(Number(headers['Retry-After']) / 60);
    return [{ message: (t) => t.forms.tooMany(minutes) }];
  }
  const wrong = new Set(details.map(({ field }) => field));
  return form.fields
    .filter(({ name }) => wrong.has(name))
    .map(({ name, rows }) => {
      const found = findControlCharacter((body[name] ?? '').trim(), {
        lines: rows !== undefined,
      });
      return {
        field: name,
        message: (t) => {
          const { label, wrong } = texts(t)[name]!;
          return found ? t.forms.invisible(label, found) : wrong;
        },
      };
    });
}
