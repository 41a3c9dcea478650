import type { Environment } from '#libs/config/src/environment.js';
import type { SourceLicence } from '#libs/imports/src/sources/sources.repository.js';
import { contactOf } from '#libs/mail/src/message/message.js';
import { english } from '../texts/en.js';

/** Files with all businesses. Each is also a `DataDownload` on `/developers`. */
export const DOWNLOADS = [
  {
    path: '/api/v1/export/businesses.ndjson',
    title: 'Businesses as NDJSON',
    format: 'NDJSON, gzip-compressed',
    mediaType: 'application/x-ndjson',
  },
  {
    path: '/api/v1/export/businesses.parquet',
    title: 'Businesses as GeoParquet',
    format: 'GeoParquet 1.1',
    mediaType: 'application/vnd.apache.parquet',
  },
] as const;

/**
 * Returns the catalog of the exports in the profile DCAT-US 3.0. Each source of the directory is a
 * dataset of its own with its license, because the sources have different ones.
 */
export function dataCatalog(
  environment: Pick<Environment, 'PUBLIC_URL' | 'SITE_NAME' | 'SUPPORT_EMAIL' | 'MAIL_FROM'>,
  sources: readonly SourceLicence[],
  changedAt: Date,
): object {
  const { PUBLIC_URL: origin, SITE_NAME: site } = environment;
  const publisher = { '@type': 'Organization', name: site };
  const contactPoint = {
    '@type': 'Kind',
    fn: site,
    hasEmail: `mailto:${contactOf(environment)}`,
  };
  const modified = changedAt.toISOString();
  const rights = sources.map(rightsOf);
  return {
    '@id': `${origin}/data.json`,
    '@type': 'Catalog',
    title: site,
    description: english.texts.tagline,
    publisher,
    language: ['en'],
    modified,
    homepage: { '@type': 'Document', title: site, accessURL: `${origin}/` },
    conformsTo: {
      '@type': 'Standard',
      title: 'DCAT-US 3.0',
      identifier: 'https://resources.data.gov/dcat-us/3.0.0',
    },
    dataset: [
      {
        '@id': `${origin}/developers#dataset`,
        '@type': 'Dataset',
        identifier: `${origin}/developers#dataset`,
        title: `Businesses of the ${site}`,
        description:
          'Every business in the directory with its categories, address, location, contacts, ' +
          'opening hours and status. The changes since an export are at /api/v1/changes.',
        publisher,
        contactPoint,
        keyword: ['businesses', 'companies', 'points of interest', 'Minnesota'],
        language: ['en'],
        modified,
        accrualPeriodicity: 'continual',
        accessRights: 'Public. Downloads require an API key, which is free of charge.',
        rights,
        spatial: { '@type': 'Location', prefLabel: 'Minnesota' },
        landingPage: {
          '@type': 'Document',
          title: 'For developers',
          accessURL: `${origin}/developers`,
        },
        describedBy: {
          '@type': 'Distribution',
          title: 'OpenAPI document',
          downloadURL: `${origin}/openapi.json`,
          mediaType: 'application/json',
        },
        distribution: DOWNLOADS.map(({ path, ...download }) => ({
          '@type': 'Distribution',
          ...download,
          downloadURL: origin + path,
          accessURL: `${origin}/developers/request`,
          modified,
          license: `${origin}/credits`,
          rights,
        })),
        source: sources.map((source) => ({
          '@type': 'Dataset',
          identifier: source.name,
          title: source.name,
          description: `Records that the directory imported from ${source.name}.`,
          publisher: { '@type': 'Organization', name: source.name },
          contactPoint,
          distribution: [
            { '@type': 'Distribution', license: source.licence, rights: [rightsOf(source)] },
          ],
        })),
      },
    ],
  };
}

function rightsOf({ name, licence, attribution }: SourceLicence): string {
  return `${name}: ${[licence, attribution].filter((text) => text !== null).join(', ')}`;
}
