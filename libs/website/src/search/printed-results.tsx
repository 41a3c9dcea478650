import { formatPhone } from '../contact/contact-details.js';
import type { PageContext } from '../pages/page-context.js';
import { Remarks } from './search-view.js';
import type { Found } from './search.service.js';

interface Properties {
  page: PageContext;
  title: string;
  found: Found;
}

/** Results as a table of one line per business. */
export function PrintedResults({ page, title, found }: Properties) {
  return (
    <>
      <h1>{title}</h1>
      <Remarks page={page} found={found} />
      <p class="actions">
        <mnbd-print data-press={page.t.business.print} />
      </p>
      <div class="wide">
        <table class="printed">
          {found.items.map(({ slug, name, categories, address, phone }) => (
            <tr>
              <th scope="row">
                <a href={page.href(`/b/${slug}`)}>
                  <bdi>{name}</bdi>
                </a>
              </th>
              <td>{page.categoryNames(categories)}</td>
              <td>
                <bdi>
                  {[address.street, [address.city, address.postalCode].filter(Boolean).join(' ')]
                    .filter(Boolean)
                    .join(', ')}
                </bdi>
              </td>
              <td class="number">{phone && formatPhone(phone)}</td>
            </tr>
          ))}
        </table>
      </div>
    </>
  );
}
