import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, faultsIn, useBrowser } from '../support/browser.ts';
import { askAsAdmin } from '../support/admin.ts';
import { insertBusiness } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { insertKey } from '../support/insert-key.ts';
import { APPROVAL_SUBJECT, keyIn, requestKey, someEmail } from '../support/keys.ts';
import { mailTo } from '../support/outbox.ts';
import { ADMIN } from '../support/program.ts';
import { execute, open, parameter, signIn, submitSignIn } from '../support/swagger-ui.ts';
import { importUpload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

/** Folder for the screenshots in README.md and docs/keys.md. Set it to update them. */
const { PICTURES } = process.env;

const originsOf = (urls: string[]) => [...new Set(urls.map((url) => new URL(url).origin))];

/** Returns the field of the id in the path of an operation. */
const idOf = (block: Locator) =>
  block.locator('tr:is([data-param-name="id"], [data-param-name="idOrSlug"]) input');

describeInBrowser('Swagger UI', () => {
  let page: Page;
  let adminUrl: string;
  const browser = useBrowser();
  const { database, key, pool, program, token } = useDirectory(async () => {
    const ADMIN_PORT = String(await freePort());
    adminUrl = `http://127.0.0.1:${ADMIN_PORT}`;
    return { ADMIN_PORT };
  });
  let faults: string[];
  const requested: string[] = [];

  beforeAll(async () => {
    page = await browser.newPage();
    faults = faultsIn(page);
    page.on('request', (request) => requested.push(request.url()));
  });

  it('keeps the session for the tab, explains errors, and ends the session on the server', async () => {
    await page.goto(`${adminUrl}/admin`);
    expect(page.url()).toBe(`${adminUrl}/admin/docs`);
    await page.locator('.auth-wrapper .authorize').click();
    await page.locator('[name=username]').fill(ADMIN.email);
    await page.locator('[name=password]').fill('wrong horse');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').innerText()).toBe(
      'The email address or password is wrong.',
    );
    // The browser logs every response of 400 and above.
    expect(faults.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
    await page.locator('[name=password]').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.locator('.dialog-ux').waitFor({ state: 'detached' });

    await page.reload();
    const listed = await execute(await open(page, 'listKeys'));
    expect(listed.status).toBe('200');

    const token = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('admin-session')!).token.access_token,
    );
    const signedOut = page.waitForResponse((response) => response.url().endsWith('/admin/token'));
    await page.locator('.auth-wrapper .authorize').click();
    await page.getByRole('button', { name: 'Logout' }).click();
    expect((await signedOut).status()).toBe(204);
    const { status } = await fetch(`${adminUrl}/admin/keys`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(401);
    expect(await page.locator('.sign-in [name=password]').count()).toBe(1);
  });

  it('lets an admin sign in without storage, for as long as the page is open', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.addInitScript(() => {
      Object.defineProperty(globalThis, 'sessionStorage', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    });
    await other.goto(`${adminUrl}/admin/docs`);
    await signIn(other);
    expect((await execute(await open(other, 'listKeys'))).status).toBe('200');
    await context.close();
  });

  it('leads from the notice to the approval on a phone in two clicks, apart from signing in', async () => {
    const email = someEmail();
    await requestKey(program, { name: 'Ada Lind', email, organization: 'North Shore Maps' });
    const notice = await mailTo(database.env.DATA_DIR, ADMIN.email, /Ada Lind/);
    const [link] = /\S+approveKeyRequest/.exec(notice.text!)!;
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const picture = async (name: string) => {
      if (PICTURES) await phone.screenshot({ path: join(PICTURES, `${name}.png`) });
    };

    await phone.goto(link);
    await phone.locator('[name=username]').waitFor();
    await picture('admin-sign-in');
    await submitSignIn(phone);

    const approval = phone.locator('[id$="-approveKeyRequest"]');
    await approval.locator('.execute').scrollIntoViewIfNeeded();
    await picture('admin-approve');
    if (PICTURES) {
      await phone.setViewportSize({ width: 1060, height: 900 });
      await approval.evaluate((element) => element.scrollIntoView());
      await picture('approve');
      await phone.setViewportSize({ width: 390, height: 844 });
    }
    const { status, body } = await execute(approval);
    expect(status).toBe('200');
    expect(JSON.parse(body).data).toMatchObject({ email, status: 'approved' });
    expect(keyIn(await mailTo(database.env.DATA_DIR, email, APPROVAL_SUBJECT))).toBeDefined();

    // The page does not overflow the screen.
    const width = await phone.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await phone.close();
  });

  it('links ids in a response to the operations that take them', async () => {
    const email = someEmail();
    const { body } = await requestKey(program, { name: 'Bo Berg', email });
    await page.goto(`${adminUrl}/admin/docs`);
    await signIn(page);
    await execute(await open(page, 'listKeyRequests'));
    await page
      .locator('.response-id', { hasText: 'Bo Berg' })
      .getByRole('link', { name: 'Approve a key request' })
      .click();
    const approval = page.locator('[id$="-approveKeyRequest"]');
    expect(await parameter(approval, 'id').inputValue()).toBe(body.data.id);
    await approval.locator('textarea').fill('{ "limitPerHour": 5 }');
    expect(await execute(approval)).toMatchObject({ status: '200' });

    const key = keyIn(await mailTo(database.env.DATA_DIR, email, APPROVAL_SUBJECT));
    const response = await fetch(`${program.url}/api/v1/businesses`, {
      headers: { 'X-API-Key': key },
    });
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, '5']);
  });

  it('shows the developer’s expected rate, and approves only on request', async () => {
    const email = someEmail();
    const { body } = await requestKey(program, {
      name: 'Bea',
      email,
      expectedRequestsPerHour: 700,
    });
    await page.goto(`${adminUrl}/admin/docs?id=${body.data.id}#/Key%20requests/approveKeyRequest`);
    const approval = page.locator('[id$="-approveKeyRequest"]');
    const hint = approval.locator('.approval-hint');
    expect(await hint.innerText()).toMatch(
      /^Bea\n[^]*expects 700 an hour · no earlier requests[^]+North Shore\.[^]+The key will allow 1,000 an hour\./,
    );
    const input = approval.locator('textarea');
    expect(JSON.parse(await input.inputValue())).toEqual({});
    await input.fill('{ "note": "By mail." }');
    await hint.getByRole('button').click();
    expect(JSON.parse(await input.inputValue())).toEqual({ note: 'By mail.', limitPerHour: 700 });
    expect(await hint.innerText()).toContain('The key will allow 700 an hour.');
    expect((await execute(approval)).status).toBe('200');
    await page.reload();
    await page.getByText(/is already approved/).waitFor();

    await execute(await open(page, 'listKeyRequests'));
    const links = page.locator('[id$="-listKeyRequests"] .response-id', { hasText: email });
    expect(await links.getByRole('link').allInnerTexts()).toEqual(['Show a key request']);
  });

  it('shows what imports, likely duplicates and suggestions are about', async () => {
    const csv = 'name,street,city\nElm Bar,1 Elm St,Ely\nElm Bar & Grill,1 Elm St,Ely\n';
    await importUpload({ url: adminUrl }, token, csv, { query: '?source=chamber' });
    const { rows } = await pool.query(`SELECT id FROM businesses WHERE name = 'Elm Bar'`);
    await pool.query(
      `INSERT INTO suggestions (id, business_id, about, correction, source)
       VALUES (gen_random_uuid(), $1, 'other', 'It sells pasties.', 'A sign.')`,
      [rows[0].id],
    );
    await page.goto(`${adminUrl}/admin/docs`);
    for (const [operationId, facts, links] of [
      ['listImports', /^chamber\nfinished · \S+Z · 2 inserted\n/, /Undo an import$/],
      [
        'listDuplicates',
        /^Elm Bar \/ Elm Bar & Grill\nopen · elm-bar-ely: 1 Elm St · elm-bar-and-grill-ely: 1 Elm St · /,
        /Merge the businesses/,
      ],
      [
        'listSuggestions',
        /^Elm Bar\npending · other · It sells pasties\. · A sign\.\n/,
        /Dismiss a suggestion$/,
      ],
    ] as const) {
      const block = await open(page, operationId);
      await execute(block);
      const text = await block.locator('.response-id').innerText();
      expect(text).toMatch(facts);
      expect(text).toMatch(links);
      expect(text).not.toContain('Cancel an import');
    }
  });

  it('links no parts of a record, and no operations that its state excludes', async () => {
    const { body } = await askAsAdmin({ url: adminUrl }, token, 'POST', 'businesses', {
      name: 'Elk Tea',
    });
    const run = await importUpload({ url: adminUrl }, token, 'name\nElk Bar\n', {
      query: '?dryRun=true',
    });
    const { id: revoked } = await insertKey(pool, { state: 'revoked' });
    for (const [operationId, id, links] of [
      ['readBusinessHistory', body.data.id, []],
      ['readBusiness', body.data.id, expect.not.arrayContaining(['Restore a removed business'])],
      ['getImport', run.id, expect.not.arrayContaining(['Undo an import'])],
      ['getKey', revoked, expect.not.arrayContaining(['Rotate the secret of a key'])],
      ['listAdmins', null, expect.not.arrayContaining(['Enable a disabled account'])],
    ] as const) {
      const block = await open(page, operationId);
      if (id !== null) await idOf(block).fill(id);
      expect(await execute(block)).toMatchObject({ status: '200' });
      expect(await block.locator('.response-id a').allInnerTexts()).toEqual(links);
    }
  });

  it('displays an image response', async () => {
    const { data } = JSON.parse((await execute(await open(page, 'listKeys'))).body);
    const block = await open(page, 'getKeyUsagePicture');
    await idOf(block).fill(data[0].id);
    await block.locator('.execute').click();
    const picture = block.locator('img.picture');
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
    if (PICTURES) await picture.screenshot({ path: join(PICTURES, 'key-usage.png') });
  });

  it('finds operations by purpose and lists them in order of use', async () => {
    const tags = await page
      .locator('.opblock-tag')
      .evaluateAll((all) => all.map((tag) => tag.getAttribute('data-tag')));
    expect(tags.slice(0, 5)).toEqual([
      'Key requests',
      'Keys',
      'Deliveries',
      'Suggestions',
      'Imports',
    ]);
    expect(tags.slice(-3)).toEqual(['Admins', 'Audit', 'Sign-in']);
    expect(await page.locator('.models').count()).toBe(0);
    await page.getByRole('searchbox').fill('suspend KEY');
    await page.locator('[id$="-listKeys"]').waitFor({ state: 'detached' });
    expect(await page.locator('.opblock').count()).toBe(2);
  });

  describe('of the public interface, opened as localhost', () => {
    let visitor: Page;
    let visitorFaults: string[];
    let localhost: string;
    const visited: string[] = [];

    beforeAll(async () => {
      localhost = program.url.replace('127.0.0.1', 'localhost');
      visitor = await browser.newPage();
      visitorFaults = faultsIn(visitor);
      visitor.on('request', (request) => visited.push(request.url()));
      await visitor.goto(`${localhost}/docs`);
      await visitor.locator('.auth-wrapper .authorize').click();
      await visitor.locator('.auth-container input').fill(key);
      await visitor.keyboard.press('Enter');
      await visitor.getByRole('button', { name: 'Close', exact: true }).click();
    });
    afterAll(() => visitor.close());

    it('shows no operation of the admin interface', async () => {
      await visitor.locator('[id$="-listBusinesses"]').waitFor();
      expect(await visitor.locator('[id$="-approveKeyRequest"]').count()).toBe(0);
    });

    it('saves files as they are sent', async () => {
      const file = '/api/v1/export/businesses.parquet';
      const sent = await eventually(async () => {
        const response = await fetch(program.url + file, { headers: { 'X-API-Key': key } });
        return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
      }, 60_000);
      const block = await open(visitor, 'exportBusinessesAsParquet');
      await block.locator('.execute').click();
      const saving = visitor.waitForEvent('download');
      await block.getByText('Download file').click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe('businesses.parquet');
      expect(sent.equals(await readFile(await saved.path()))).toBe(true);
    });

    it('highlights short responses only, because long ones would block the page', async () => {
      for (let i = 0; i < 25; i++) await insertBusiness(pool, { description: 'x'.repeat(2_000) });
      const list = await open(visitor, 'listBusinesses');
      const body = list.locator('.live-responses-table .highlight-code');
      const limit = parameter(list, 'limit');
      await limit.fill('1');
      await execute(list);
      expect(await body.locator('span').count()).toBeGreaterThan(0);
      await limit.fill('100');
      await execute(list);
      await body.getByText(/"limit": 100/).waitFor();
      expect(await body.locator('span').count()).toBe(0);
    });

    it('had no error and no request to another host', () => {
      expect(visitorFaults).toEqual([]);
      expect(originsOf(visited)).toEqual([localhost]);
    });
  });

  it('had no error on any page and no request to another host', () => {
    expect(faults).toEqual([]);
    expect(originsOf(requested)).toEqual([adminUrl]);
  });
});
