import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { pagination, successPageJson } from '#libs/http/src/envelope.js';
import { pageLinks, licenseLinks } from '#libs/http/src/link-headers.js';
import { withOriginInJson } from '#libs/http/src/with-origin.js';
import { API_CACHING, type Representation } from '#libs/response-cache/src/representation.js';
import { csvText } from '#libs/text/src/csv.js';
import { BusinessesService } from '../businesses.service.js';
import { BUSINESS_FIELDS, sparse } from '../record/business-fields.js';
import { rewrite, type StoredRecordsPage } from '../record/stored-record.js';
import { BusinessCsv } from './csv.js';
import { toFacetsDto } from './facet.dto.js';
import { feature, featureCollection } from './geojson.js';
import { type Format, MEDIA_TYPES, type Presentation } from './presentation.js';

/** Renders pages of businesses in the requested format. */
@Injectable()
export class BusinessPagesService {
  constructor(
    private readonly businesses: BusinessesService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** @param request request whose URL is that of the page */
  async represent(
    criteria: BusinessCriteria,
    presentation: Presentation,
    request: Pick<FastifyRequest, 'url'>,
  ): Promise<Representation> {
    const countedAt = presentation.facets && this.clock.now();
    const page = await this.businesses.page(criteria, countedAt);
    const { Link: pages } = pageLinks(request, pagination(criteria, page.total), this.environment);
    const isFile = presentation.format !== 'json';
    const licenses = isFile ? licenseLinks(this.environment) : undefined;
    const links = [pages, licenses].filter((link) => link !== undefined);
    return {
      version: page.version,
      caching: { ...API_CACHING, Vary: 'X-API-Key, Accept, Accept-Encoding' },
      body: await this.write(page, criteria, presentation),
      contentType: CONTENT_TYPES[presentation.format],
      headers: {
        ...(links.length > 0 && { Link: links.join(', ') }),
        // JSON has it in the body.
        ...(isFile && { 'X-Total-Count': String(page.total) }),
        ...DISPOSITIONS[presentation.format],
      },
    };
  }

  /** Renders the businesses of a page without links to other pages. */
  async render(
    criteria: BusinessCriteria,
    format: Format,
  ): Promise<Pick<Representation, 'version' | 'body' | 'contentType' | 'headers'>> {
    const page = await this.businesses.page(criteria);
    return {
      version: page.version,
      body: await this.write(page, criteria, { format }),
      contentType: CONTENT_TYPES[format],
      headers: DISPOSITIONS[format],
    };
  }

  private async write(
    page: StoredRecordsPage,
    criteria: BusinessCriteria,
    { format, fields, facets }: Presentation,
  ): Promise<string> {
    const { environment } = this;
    if (format === 'csv') {
      const csv = new BusinessCsv(fields ?? fieldsOf(criteria));
      const lines = await rewrite(page, environment, (business) => csv.line(business));
      return csvText([csv.header(), ...lines]);
    }
    if (format === 'geojson') {
      const features = await rewrite(page, environment, (business) =>
        feature(business, fields ? sparse(business, fields) : business),
      );
      return featureCollection(features);
    }
    const records = fields
      ? await rewrite(page, environment, (business) => JSON.stringify(sparse(business, fields)))
      : [withOriginInJson(page.records, page.count, environment)];
    const extraMembers = {
      ...(criteria.q !== undefined && { search: { corrected: page.corrected } }),
      ...(facets && { facets: toFacetsDto(page.facets!, facets) }),
    };
    return successPageJson(`[${records.join()}]`, criteria, page.total, extraMembers);
  }
}

const CONTENT_TYPES: Record<Format, string | undefined> = {
  json: undefined,
  geojson: MEDIA_TYPES.geojson,
  csv: `${MEDIA_TYPES.csv}; charset=utf-8; header=present`,
};

/** Content-Disposition headers with the file name (RFC 6266). */
const DISPOSITIONS: Record<Format, Record<string, string>> = {
  json: {},
  geojson: { 'Content-Disposition': 'inline; filename="businesses.geojson"' },
  csv: { 'Content-Disposition': 'attachment; filename="businesses.csv"' },
};

/** Returns the fields of a record. Only searches around a point have a distance. */
function fieldsOf({ point }: BusinessCriteria) {
  return point ? BUSINESS_FIELDS : BUSINESS_FIELDS.filter((field) => field !== 'distance');
}
