import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';
import type { PageFeed } from '../pages/view.js';

/** Links to the page's feeds. */
export function FeedLinks({ page, feeds }: { page: PageContext; feeds: readonly PageFeed[] }) {
  return (
    <ul class="inline">
      {feeds.map(({ path, type, name }) => (
        <li>
          <a href={page.href(path)} type={type} rel="alternate nofollow">
            <Icon page={page} name="rss" />
            <span>{page.t.feeds.follow(name)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
