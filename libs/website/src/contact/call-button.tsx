import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';
import { formatPhone } from './contact-details.js';

/** A button to call a number, in a list of actions. Renders nothing without a number. */
export function CallButton({ page, phone }: { page: PageContext; phone: string | null }) {
  if (!phone) return null;
  return (
    <li>
      <a class="button primary" href={`tel:${phone}`}>
        <Icon page={page} name="phone" />
        <span>
          {page.t.business.call} <span class="number">{formatPhone(phone)}</span>
        </span>
      </a>
    </li>
  );
}
