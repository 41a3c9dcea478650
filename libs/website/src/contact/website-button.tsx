import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';
import { isWebAddress } from './contact-details.js';

interface Properties {
  page: PageContext;
  address: string | null;
  /** Label of the button. Default: "Website". */
  label?: string;
}

/**
 * A link to a website from user input, in a list of actions. Renders nothing if the address is
 * invalid.
 */
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
