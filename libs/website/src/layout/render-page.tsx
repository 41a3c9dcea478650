import { render } from 'preact-render-to-string';
import type { PageContext } from '../pages/page-context.js';
import type { PageView } from '../pages/view.js';
import { IconSprite } from './icon.js';
import { Layout } from './layout.js';

const END = '</body></html>';

/**
 * Renders the whole page as HTML.
 *
 * @param frame context in the language of the address, for which `page` may lack texts
 */
export function renderPage(frame: PageContext, page: PageContext, view: PageView): string {
  const html = render(<Layout frame={frame} page={page} view={view} />);
  // The set of icons is only complete after rendering.
  const names = new Set([...frame.icons, ...page.icons]);
  const sprite = render(<IconSprite assets={page.assets} names={names} />);
  return `<!doctype html>${html.slice(0, -END.length)}${sprite}${END}`;
}
