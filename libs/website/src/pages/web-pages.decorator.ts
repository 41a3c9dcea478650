import { applyDecorators, Controller } from '@nestjs/common';
import { ApiExcludeController, ApiProduces } from '@nestjs/swagger';
import { Public } from '#libs/http/src/access.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { IgnoresUnknownParameters } from '#libs/http/src/validation/unknown-parameters.interceptor.js';
import { ReadsDirectory } from '#libs/response-cache/src/reads-directory.decorator.js';
import { LANGUAGES } from '../texts/languages.js';

/**
 * A controller of pages: for everybody, in each language, whatever else its addresses carry.
 *
 * @param produces their media type
 */
export const WebPages = (...produces: string[]) =>
  applyDecorators(PersonalPages(...produces), ReadsDirectory());

/** The same of pages that are made anew for each visitor, such as forms. */
export const PersonalPages = (...produces: string[]) =>
  applyDecorators(
    Controller(LANGUAGES.map(({ prefix }) => prefix || '/')),
    ApiExcludeController(),
    ApiProduces(...(produces.length > 0 ? produces : ['text/html'])),
    Public(),
    IgnoresUnknownParameters(),
    Surface('page'),
  );
