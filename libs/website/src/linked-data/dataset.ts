import type { Dataset, WithContext } from 'schema-dts';
import { DOWNLOADS } from '../site-files/data-catalog.js';
import type { PageContext } from '../pages/page-context.js';

/** Describes the downloadable data to search engines for datasets, for the developers' page. */
export function dataset(page: PageContext, description: string): WithContext<Dataset> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': `${page.origin}/developers#dataset`,
    name: page.siteName,
    description,
    url: page.address('/developers'),
    license: page.address('/credits'),
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: page.siteName, url: page.address('/') },
    spatialCoverage: { '@type': 'State', name: 'Minnesota' },
    includedInDataCatalog: { '@type': 'DataCatalog', url: `${page.origin}/data.json` },
    distribution: DOWNLOADS.map(({ path, mediaType }) => ({
      '@type': 'DataDownload',
      contentUrl: page.origin + path,
      encodingFormat: mediaType,
    })),
  };
}
