import { Get, Param } from '@nestjs/common';
import { renderSVG } from 'uqr';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { CacheableRead, Representation } from '#libs/response-cache/src/representation.js';
import { findBusiness } from '../business/find-business.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { VCARD, vCard } from './vcard.js';

const SVG = 'image/svg+xml';

@WebPages(VCARD, SVG)
export class ContactController {
  constructor(
    private readonly pages: Pages,
    private readonly businesses: BusinessesService,
  ) {}

  @Get('b/:slug.vcf')
  contact(@Param('slug') slug: string): CacheableRead {
    return this.respond(slug, '.vcf', (business, address) => ({
      body: vCard(business, address),
      contentType: `${VCARD}; charset=utf-8`,
      headers: { 'Content-Disposition': `inline; filename="${business.slug}.vcf"` },
    }));
  }

  /** Draws a QR code with the address of the business's page. */
  @Get('b/:slug/qr.svg')
  qrCode(@Param('slug') slug: string): CacheableRead {
    return this.respond(slug, '/qr.svg', (_, address) => ({
      body: renderSVG(address, { border: 4 }),
      contentType: SVG,
    }));
  }

  private respond(
    slug: string,
    ending: string,
    represent: (
      business: BusinessDto,
      address: string,
    ) => Pick<Representation, 'body' | 'contentType' | 'headers'>,
  ): CacheableRead {
    return this.pages.file(async (page) => {
      const { record, version } = await findBusiness(this.businesses, slug);
      const path = `/b/${record.slug}`;
      return {
        version,
        ...represent(record, page.address(path)),
        movedTo: slug === record.slug ? undefined : page.href(path) + ending,
      };
    });
  }
}
