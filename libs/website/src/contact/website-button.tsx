import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';
import { isWebAddress } from './contact-details.js';

interface Properties {
  page: PageContext;
  address: string | null;
  /** What it says, where that is more than "Website". */
  label?: string;
}

/** Leads to a website that somebody entered, in a list of actions; nothing where it is none. */
export function WebsiteButton({ page, address, label = page.t.business.website }: Properties) {
  if (!address || !isWebAddress(address)) return null;
  return (
    <li>
      <a class="button" href={address} rel="nofollow external ugc">
        <Icon page={page} name="globe" />
        <span>{label}</span>
      </a>
    </li>
  );
}
