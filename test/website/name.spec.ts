import { call } from '../support/http.ts';
import { mailTo } from '../support/outbox.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('a directory with its own name and contact', () => {
  const { database, program } = useDirectory({
    SITE_NAME: 'North Shore Shops & Co.',
    SUPPORT_EMAIL: 'help@shops.example.org',
  });

  it.each(['/', '/es', '/nothing-here'])('shows them on %s', async (path) => {
    const { html } = await getPage(program.url + path);
    expect(html).toMatch(/<title>.*North Shore Shops &amp; Co\..*<\/title>/);
    expect(html).toContain('href="mailto:help@shops.example.org"');
    expect(html).not.toMatch(/Minnesota Business Directory|Directorio de negocios/);
  });

  it.each(['/manifest.webmanifest', '/opensearch.xml', '/llms.txt'])(
    'shows them to machines in %s',
    async (path) => {
      const { html } = await getPage(program.url + path, { accept: '*/*' });
      expect(html).toMatch(/North Shore Shops &(amp;)? Co\./);
    },
  );

  it('shows them in mails', async () => {
    const email = 'ada@example.org';
    const json = { name: 'Ada', email, project: 'A map of the shops by the lake.' };
    await call('POST', `${program.url}/api/v1/key-requests`, { json });
    const mail = await mailTo(database.env.DATA_DIR, email, /arrived/);
    expect(mail.from).toMatchObject({ name: 'North Shore Shops & Co.' });
    expect(mail.text).toContain('North Shore Shops & Co.');
    expect(mail.text).toContain('Questions? Write to help@shops.example.org.');
    expect(mail.html).toContain('North Shore Shops &amp; Co.');
  });
});
