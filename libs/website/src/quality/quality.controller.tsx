import { Get } from '@nestjs/common';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { UNNAMED } from '#libs/imports/src/writing/import-source.js';
import type { CoverageDto, QualityDto } from '#libs/quality/src/quality.dto.js';
import { COUNTED_FOR_MS, QualityService } from '#libs/quality/src/quality.service.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import type { PageContext } from '../pages/page-context.js';
import { numberFormat } from '../pages/intl-formats.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';

@WebPages()
export class QualityPageController {
  constructor(
    private readonly pages: Pages,
    private readonly version: DirectoryVersion,
    private readonly quality: QualityService,
  ) {}

  @Get('quality')
  show(): CacheableRead {
    return this.pages.respond(async (page) => {
      const version = await this.version.current();
      const report = await this.quality.report();
      const { title, lead } = page.t.quality;
      return {
        version,
        until: new Date(Date.parse(report.countedAt) + COUNTED_FOR_MS),
        title,
        description: lead,
        path: '/quality',
        crumbs: [{ name: title }],
        body: <QualityView page={page} report={report} />,
      };
    });
  }
}

function QualityView({ page, report }: { page: PageContext; report: QualityDto }) {
  const t = page.t.quality;
  const { count, medianDays } = report.reports;
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <p>
        {count > 0 && medianDays !== null
          ? t.answered(count, Math.max(1, Math.ceil(medianDays)))
          : t.noneAnswered}
      </p>
      {report.sources.length > 0 && (
        <Shares
          page={page}
          title={t.bySource}
          rows={report.sources}
          nameOf={({ name }) => (name === UNNAMED.name ? t.noSource : name!)}
        />
      )}
      <Shares
        page={page}
        title={t.byCounty}
        rows={report.counties}
        nameOf={({ name }) => (name === null ? t.noCounty : page.t.landing.countyName(name))}
      />
      <p class="quiet">{t.counted(page.dateTime(new Date(report.countedAt)))}</p>
    </>
  );
}

interface SharesProperties {
  page: PageContext;
  title: string;
  rows: readonly CoverageDto[];
  nameOf: (row: CoverageDto) => string;
}

/** A table of the shares of businesses with each kind of detail. */
function Shares({ page, title, rows, nameOf }: SharesProperties) {
  const { columns } = page.t.quality;
  const percent = numberFormat(page.language.locale, { style: 'percent' });
  const share = (row: CoverageDto, count: number) =>
    percent.format(Math.floor((100 * count) / row.businesses) / 100);
  return (
    <section>
      <h2>{title}</h2>
      <section class="wide" aria-label={title} tabIndex={0}>
        <table class="figures">
          <thead>
            <tr>
              <td />
              {Object.values(columns).map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">
                  <bdi>{nameOf(row)}</bdi>
                </th>
                <td>{page.number(row.businesses)}</td>
                <td>{share(row, row.withHours)}</td>
                <td>{share(row, row.withExactPoint)}</td>
                <td>{share(row, row.withPhone)}</td>
                <td>{share(row, row.confirmed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
