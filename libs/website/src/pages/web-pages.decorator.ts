import { applyDecorators, Controller } from '@nestjs/common';
import { ApiExcludeController, ApiProduces } from '@nestjs/swagger';
import { Public } from '#libs/http/src/access.js';
import { IgnoresUnknownParameters } from '#libs/http/src/validation/query-parameters.interceptor.js';
import { CachesResponse } from '#libs/response-cache/src/caches-response.decorator.js';
import { LANGUAGES } from '../texts/languages.js';

/**
 * Declares a controller of public pages in each language, which ignores unknown query parameters.
 *
 * @param produces media types of the pages
 */
export const WebPages = (...produces: string[]) =>
  applyDecorators(PersonalPages(...produces), CachesResponse());

/** Declares a controller of pages that are rendered for each visitor, such as forms. */
export const PersonalPages = (...produces: string[]) =>
  WebFiles(
    LANGUAGES.map(({ prefix }) => prefix || '/'),
    ...(produces.length > 0 ? produces : ['text/html']),
  );

/** Declares a controller of public files at the given paths. */
export const WebFiles = (path: string | string[], ...produces: string[]) =>
  applyDecorators(
    Controller(path),
    ApiExcludeController(),
    ApiProduces(...produces),
    Public(),
    IgnoresUnknownParameters(),
  );
