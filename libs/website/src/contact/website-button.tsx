import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';
import { isWebAddress } from './contact-details.js';

/** Leads to a website that somebody entered, in a list of actions; nothing where it is none. */
export function WebsiteButton({ page, address }: { page: PageContext; address: string | null }) {
  if (!address || !isWebAddress(address)) return null;
  return (
    <li>
      <a class="button" href={address} rel="nofollow external ugc">
        <Icon page={page} name="globe" />
        <span>{page.t.business.website}</span>
      </a>
    </li>
  );
}
