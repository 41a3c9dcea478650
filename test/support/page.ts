/** A page as received by a browser without JavaScript. */
export interface WebPage {
  status: number;
  headers: Headers;
  html: string;
  title: string;
  /** Text of the page's only `h1`. */
  heading: string;
  /** Addresses of all links, in document order. */
  links: string[];
}

export async function getPage(url: string, headers: Record<string, string> = {}): Promise<WebPage> {
  const response = await fetch(url, {
    headers: { accept: 'text/html', ...headers },
    redirect: 'manual',
  });
  const html = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    html,
    title: decode(/<title[^>]*>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    heading: decode((/<h1\b[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replace(/<[^>]*>/g, '')),
    links: [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, href]) => decode(href!)),
  };
}

/** Returns the JSON-LD objects of a page. */
export function linkedDataIn(html: string): any[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...scripts].map(([, json]) => JSON.parse(json!));
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
