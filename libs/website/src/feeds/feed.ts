import { escapeText } from 'entities';
import { Feed } from 'feed';
import { wellFormedXml } from '../site-files/xml.js';
import type { PageContext } from '../pages/page-context.js';

/** Feed formats by file extension. */
export const FEED_FORMATS = {
  atom: { name: 'Atom', type: 'application/atom+xml' },
  rss: { name: 'RSS', type: 'application/rss+xml' },
  json: { name: 'JSON Feed', type: 'application/feed+json' },
} as const;

export type FeedFormat = keyof typeof FEED_FORMATS;

interface FeedEntry {
  /** Permanent URI. */
  id: string;
  /** Path without the language. */
  path: string;
  title: string;
  /** Paragraphs, of which empty ones are omitted. */
  text: readonly (string | null)[];
  published: Date;
  updated: Date;
}

export interface FeedContent {
  title: string;
  description: string;
  /** Path of the corresponding page, without the language. */
  path: string;
  /** Path of the feed itself, without the language. */
  feedPath: string;
  entries: readonly FeedEntry[];
}

/** Writes entries as Atom (RFC 4287), RSS 2.0 or JSON Feed 1. */
export function writeFeed(page: PageContext, format: FeedFormat, content: FeedContent): string {
  const { title, description, path, feedPath, entries } = content;
  const { tag } = page.language;
  const link = page.address(path);
  const times = entries.map(({ updated }) => updated.getTime());
  const feed = new Feed({
    id: link,
    link,
    title: wellFormedXml(`${title} · ${page.siteName}`),
    description: wellFormedXml(description),
    language: tag,
    feedLinks: { [format]: page.address(feedPath) },
    updated: times.length > 0 ? new Date(Math.max(...times)) : page.now,
    author: { name: page.siteName },
    generator: false,
  });
  // The library writes titles as HTML in two of the formats.
  const escapeHtml = (text: string) => escapeText(wellFormedXml(text));
  const titled = format === 'json' ? wellFormedXml : escapeHtml;
  for (const entry of entries) {
    feed.addItem({
      id: entry.id,
      title: titled(entry.title),
      link: page.address(entry.path),
      content: entry.text.map((each) => (each ? `<p>${escapeHtml(each)}</p>` : '')).join(''),
      date: entry.updated,
      published: entry.published,
    });
  }
  // The library writes the language into RSS only.
  const atom = () => feed.atom1().replace('<feed ', `<feed xml:lang="${tag}" `);
  return { atom, rss: () => feed.rss2(), json: () => feed.json1() }[format]();
}
