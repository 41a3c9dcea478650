import type { Browser, Locator, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser } from './support/browser.ts';
import { createDatabase, type TestDatabase } from './support/databases.ts';
import { freePort } from './support/free-port.ts';
import { APPROVAL_SUBJECT, keyIn, requestKey, someEmail } from './support/keys.ts';
import { mailTo } from './support/outbox.ts';
import { ADMIN, type Program, startProgram } from './support/program.ts';

describeInBrowser('Swagger UI', () => {
  let database: TestDatabase;
  let program: Program;
  let browser: Browser;
  let page: Page;
  let adminUrl: string;
  const faults: string[] = [];
  const requested: string[] = [];

  beforeAll(async () => {
    database = await createDatabase('embedded');
    const adminPort = String(await freePort());
    adminUrl = `http://127.0.0.1:${adminPort}`;
    program = await startProgram({ ...database.env, ADMIN_PORT: adminPort });
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => requested.push(request.url()));
  });
  afterAll(async () => {
    await browser.close();
    await program.stop();
    await database.drop();
  });

  it('lets an admin sign in, list the pending requests and approve one', async () => {
    const email = someEmail();
    const { body } = await requestKey(program, { email });

    const notice = await mailTo(database.env.DATA_DIR, ADMIN.email, /request/);
    expect(notice.text).toContain(`${adminUrl}/admin/docs`);
    await page.goto(`${adminUrl}/admin/docs`);
    await authorize(page);

    const listed = await execute(await open(page, 'listKeyRequests'));
    expect(listed.status).toBe('200');
    expect(listed.body).toContain(email);

    const approval = await open(page, 'approveKeyRequest');
    await approval.locator('tr[data-param-name="id"] input').fill(body.data.id);
    await approval.locator('textarea').fill('{ "limitPerHour": 5 }');
    expect(await execute(approval)).toMatchObject({ status: '200' });

    const key = keyIn(await mailTo(database.env.DATA_DIR, email, APPROVAL_SUBJECT));
    const response = await fetch(`${program.url}/api/v1/businesses`, {
      headers: { 'X-API-Key': key },
    });
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, '5']);
  });

  it('fills in the least that is valid, and nothing that may be left out', async () => {
    await page.goto(`${adminUrl}/admin/docs`);
    for (const operationId of ['retryDelivery', 'changeKey', 'approveKeyRequest', 'rotateKey']) {
      const block = await open(page, operationId);
      expect([operationId, await block.locator('textarea').inputValue()]).toEqual([
        operationId,
        '{}',
      ]);
    }
    const audit = await open(page, 'listAudit');
    expect(await audit.locator('tr[data-param-name="action"] input').inputValue()).toBe('');
    const form = await open(page, 'signIn');
    // Swagger UI's own stand-in for a password, too short for any that is set here.
    expect(await form.locator('tr[data-property-name="password"] input').inputValue()).toBe(
      '********',
    );
  });

  it('shows the public interface to anybody', async () => {
    await page.goto(`${program.url}/docs`);
    await page.locator('[id$="-listBusinesses"]').waitFor();
    expect(await page.locator('[id$="-approveKeyRequest"]').count()).toBe(0);
  });

  it('has had no fault in the pages, and asked nobody else for anything', () => {
    expect(faults).toEqual([]);
    const origins = new Set(requested.map((url) => new URL(url).origin));
    expect([...origins].sort()).toEqual([adminUrl, program.url].sort());
  });
});

async function authorize(page: Page): Promise<void> {
  await page.locator('.auth-wrapper .authorize').click();
  await page.locator('#oauth_username').fill(ADMIN.email);
  await page.locator('#oauth_password').fill(ADMIN.password);
  await page.locator('.modal-ux .btn.authorize').click();
  await page.locator('.modal-ux', { hasText: 'Logout' }).waitFor();
  await page.locator('.modal-ux .btn-done').click();
}

/** Unfolds an operation. */
async function open(page: Page, operationId: string): Promise<Locator> {
  const block = page.locator(`[id$="-${operationId}"]`);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.execute').waitFor();
  return block;
}

/** Presses Execute, and answers the status and the body that the page then shows. */
async function execute(block: Locator): Promise<{ status: string; body: string }> {
  await block.locator('.execute').click();
  const live = block.locator('.live-responses-table .response');
  const status = await live.locator('.response-col_status').innerText();
  return { status: status.trim(), body: await live.locator('pre').first().innerText() };
}
