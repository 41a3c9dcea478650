import { render } from 'preact-render-to-string';
import { pageContext } from '../../../../test/support/page-context.ts';
import { PAGE_SIZE } from '../search/search-query.js';
import { PageLinks } from './page-links.js';

describe(PageLinks.name, () => {
  const linksOf = (present: number, last: number) => {
    const html = render(
      <PageLinks
        page={pageContext()}
        present={present}
        total={last * PAGE_SIZE}
        hrefOf={(number) => `/${number}`}
      />,
    );
    const items = [...html.matchAll(/<li(.*?)>(.*?)<\/li>/g)].map(([, gap, item]) => {
      const [, number] = /href="\/(\d+)"/.exec(item!) ?? [];
      return (gap ? '… ' : '') + (number ?? 'here');
    });
    const rel = (name: string) => new RegExp(`rel="${name}" href="/(\\d+)"`).exec(html)?.[1];
    return [rel('prev'), items.join(' '), rel('next')];
  };

  it.each([
    [1, 1, [undefined, '', undefined]],
    [1, 0, [undefined, '', undefined]],
    [1, 2, [undefined, 'here 2', '2']],
    [2, 2, ['1', '1 here', undefined]],
    [4, 7, ['3', '1 2 3 here 5 6 7', '5']],
    [10, 100, ['9', '1 … 8 9 here 11 12 … 100', '11']],
    [100, 100, ['99', '1 … 98 99 here', undefined]],
    // On a map, a page may be past the end.
    [200, 3, ['3', '1 … 3', undefined]],
  ])(
    'links from page %i of %i to adjacent pages, the first and the last',
    (present, last, links) => {
      expect(linksOf(present, last)).toEqual(links);
    },
  );
});
