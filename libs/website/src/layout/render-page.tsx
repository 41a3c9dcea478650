import { render } from 'preact-render-to-string';
import type { PageContext } from '../pages/page-context.js';
import type { PageView } from '../pages/view.js';
import { IconSprite } from './icon.js';
import { Layout } from './layout.js';

const END = '</body></html>';

/** The whole page as HTML. */
export function renderPage(page: PageContext, view: PageView): string {
  const html = render(<Layout page={page} view={view} />);
  // Which icons it shows is known only now.
  const sprite = render(<IconSprite page={page} />);
  return `<!doctype html>${html.slice(0, -END.length)}${sprite}${END}`;
}
