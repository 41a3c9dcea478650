import type { ComponentChildren } from 'preact';

/**
 * Styles in the website's colors. Mail programs support little CSS, and some remove all of it, so
 * no meaning depends on it.
 */
const STYLE = `
body { margin: 0; padding: 24px 16px; background: #fbfcfb; color: #17252c;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { display: block; max-width: 36em; margin: 0 auto; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
a { color: #0b5a86; }
a.action { display: inline-block; padding: 10px 20px; border-radius: 8px; background: #0b5a86;
  color: #ffffff; font-weight: 600; text-decoration: none; }
code, pre { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 0 0 16px; padding: 12px 16px; border-radius: 8px; background: #eef2f3;
  white-space: pre-wrap; overflow-wrap: anywhere; }
table { margin: 0 0 16px; border-collapse: collapse; }
th, td { padding: 4px 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { padding-right: 20px; color: #4d5d65; font-weight: 400; white-space: nowrap; }
footer { margin: 24px 0; padding-top: 16px; border-top: 1px solid #d3dbde; color: #4d5d65;
  font-size: 14px; }
blockquote { margin: 0 0 24px; padding-left: 12px; border-left: 3px solid #d3dbde;
  color: #4d5d65; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { background: #10181c; color: #e8eef0; }
  a { color: #7cc4ee; }
  a.action { background: #7cc4ee; color: #08202f; }
  pre { background: #222f36; }
  footer, blockquote, th { border-color: #36464f; color: #a9b8bf; }
}
`;

/** The HTML page of a mail. */
export function MailPage({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
