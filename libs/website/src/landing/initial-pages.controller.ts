import { Get, Param, Req } from '@nestjs/common';
import { INITIALS } from '#libs/directory-index/src/criteria.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { initialName } from './alphabet.js';
import { ListingPages, type ListingRequest } from './listing-pages.js';

/** Serves listings by first letter. */
@WebPages()
export class InitialPagesController {
  constructor(private readonly listings: ListingPages) {}

  @Get('a-z/:initial')
  initial(@Param('initial') text: string, @Req() request: ListingRequest): CacheableRead {
    return this.listings.respond(request, {}, (page) => {
      const initial = INITIALS.find((each) => each === text.toLowerCase());
      if (!initial) throw new ApiError('not_found', 'Use a letter, 0-9 or other.');
      const name = initialName(page, initial);
      return {
        title: page.t.landing.letter(name),
        path: `/a-z/${initial}`,
        crumbs: [{ name: page.t.landing.categories, path: '/categories' }, { name }],
        criteria: { initial },
      };
    });
  }
}
