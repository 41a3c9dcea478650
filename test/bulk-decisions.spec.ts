import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { signIn } from './support/admin.ts';
import { describeInBrowser, launchBrowser } from './support/browser.ts';
import { createAnyDatabase, type TestDatabase } from './support/databases.ts';
import { call } from './support/http.ts';
import { requestKey } from './support/keys.ts';
import { ADMIN, type Program, startProgram } from './support/program.ts';

const REQUESTS = 50;
const MOST_CLICKS = 15;
/** Numbers of the requests whose projects make the admin reject them. */
const REJECTED = [7, 23, 41];

/** Folder for screenshots, if they are wanted. */
const { PICTURES } = process.env;

describeInBrowser('deciding on fifty key requests in Swagger UI', () => {
  let database: TestDatabase;
  let program: Program;
  let browser: Browser;

  beforeAll(async () => {
    database = await createAnyDatabase();
    program = await startProgram({
      ...database.env,
      TRUST_PROXY: 'true',
      DEFAULT_LIMIT_PER_HOUR: '1234',
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await program.stop();
    await database.drop();
  });

  it.each([1280, 390])(`takes at most ${MOST_CLICKS} clicks at %i px`, async (width) => {
    const names = Array.from({ length: REQUESTS }, (_, index) => `Developer ${width}-${index + 1}`);
    const rejected = REJECTED.map((number) => names[number - 1]!);
    const [, someone] = rejected;
    for (const name of names) {
      const project = rejected.includes(name)
        ? `Spam by ${name}, as often as it can`
        : `A map of the cafés on the shore, by ${name}`;
      const { status } = await requestKey(program, { name, project, expectedRequestsPerHour: 77 });
      expect(status).toBe(201);
    }
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    let clicks = 0;
    const click = async (selector: string) => {
      await page.locator(selector).click();
      clicks++;
    };
    const picture = async (name: string) => {
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`) });
    };

    await page.goto(`${program.url}/admin/docs#/Key%20requests/listKeyRequests`);
    await page.locator('[name=username]').fill(ADMIN.email);
    await page.locator('[name=password]').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.locator('.dialog-ux').waitFor({ state: 'detached' });
    const list = '[id$="-listKeyRequests"]';
    await page.locator(`${list} tr[data-param-name="limit"] input`).fill('100');
    await click(`${list} .execute`);
    const rows = page.locator(`${list} .answered-id`);
    await rows.nth(REQUESTS - 1).waitFor();
    await rows.first().scrollIntoViewIfNeeded();
    await picture('list');
    const row = rows.filter({ hasText: someone });
    expect(await row.innerText()).toMatch(
      /@example\.org[^]*expects 77 an hour[^]*no earlier requests[^]*10\..*\/24[^]*Spam by Developer/,
    );
    expect(await row.getByRole('link').allInnerTexts()).not.toContain(
      'Undo the rejection of a key request',
    );

    await click(`${list} .decide-on-these`);
    const lines = page.locator('.decisions li');
    await lines.nth(REQUESTS - 1).waitFor();
    await picture('decisions');
    for (const line of await lines.all()) {
      const text = await line.innerText();
      if (!text.includes('Spam by')) continue;
      await line.getByRole('combobox').selectOption('reject');
      clicks += 2;
      await line.getByRole('textbox').pressSequentially('We give no keys to spam.');
      clicks++;
    }
    expect(await lines.first().getByRole('textbox').getAttribute('placeholder')).toBe(
      '1,234 an hour',
    );
    await click('[id$="-decideKeyRequests"] .execute');
    const outcomes = page.locator('[id$="-decideKeyRequests"] .answered-id');
    await outcomes.nth(REQUESTS - 1).waitFor();
    await picture('outcomes');
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await outcomes.filter({ hasText: someone }).innerText()).toContain('rejected');

    const token = await signIn(program);
    const { body } = await call('GET', `${program.url}/admin/key-requests?limit=100&sort=newest`, {
      token,
    });
    const decided = body.data.slice(0, REQUESTS);
    expect(
      decided.map(({ name, status, reason }: any) => `${name} ${status} ${reason ?? ''}`).sort(),
    ).toEqual(
      names
        .map((name) =>
          rejected.includes(name)
            ? `${name} rejected We give no keys to spam.`
            : `${name} approved `,
        )
        .sort(),
    );
    await page.close();
  });
});
