import { join } from 'node:path';
import { signIn } from '../support/admin.ts';
import { describeInBrowser, useBrowser } from '../support/browser.ts';
import { call } from '../support/http.ts';
import { requestKey } from '../support/keys.ts';
import { ADMIN } from '../support/program.ts';
import { query } from '../support/query.ts';
import { submitSignIn } from '../support/swagger-ui.ts';
import { useDirectory } from '../support/use-directory.ts';

const REQUESTS = 50;
const MOST_CLICKS = 15;
const MOST_SECONDS = 180;
const WIDTH = 390;
/** Seconds that an admin needs to read a word, to type a character and for a click. */
const PACE = { word: 1 / 4, character: 0.08, click: 2 };
/** Numbers of the requests whose projects make the admin reject them. */
const REJECTED = [7, 23, 41];
const REASON = 'We give no keys to spam.';

/** Folder for screenshots, if they are wanted. */
const { PICTURES } = process.env;

describeInBrowser('deciding on fifty key requests in Swagger UI', () => {
  const browser = useBrowser();
  const { database, program, mailTo } = useDirectory({
    TRUST_PROXY: 'true',
    DEFAULT_LIMIT_PER_HOUR: '1234',
  });

  /** Returns the link to the list in the notice of all requests, without the ten minutes before it. */
  const linkToList = async (subject: string) => {
    await query(database, `UPDATE deliveries SET next_attempt_at = now() WHERE status = 'pending'`);
    const notice = await mailTo(ADMIN.email, new RegExp(`^${subject}`));
    return /\S+listKeyRequests/.exec(notice.text!)![0];
  };

  it(`takes at most ${MOST_CLICKS} clicks and ${MOST_SECONDS} s on a phone`, async () => {
    const names = Array.from({ length: REQUESTS }, (_, index) => `Developer ${index + 1}`);
    const rejected = REJECTED.map((number) => names[number - 1]!);
    const [, someone] = rejected;
    for (const name of names) {
      const project = rejected.includes(name)
        ? `Spam by ${name}, as often as it can`
        : `A map of the cafés on the shore, by ${name}`;
      const { status } = await requestKey(program, {
        name,
        project,
        expectedRequestsPerHour: 77,
      });
      expect(status).toBe(201);
    }
    const [page, link] = await Promise.all([
      browser.newPage({ viewport: { width: WIDTH, height: 900 } }),
      linkToList(`${REQUESTS} key requests are waiting: ${names[0]}`),
    ]);
    let clicks = 0;
    const click = async (selector: string) => {
      await page.locator(selector).click();
      clicks++;
    };
    const picture = async (name: string) => {
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    };

    await page.goto(link);
    clicks++;
    await submitSignIn(page);
    const list = '[id$="-listKeyRequests"]';
    await click(`${list} .execute`);
    const rows = page.locator(`${list} .response-id`);
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
    for (const text of await lines.allInnerTexts()) {
      expect(text).toMatch(/@example\.org · .*expects 77 an hour/);
    }
    const projects = await lines.locator('.project').allInnerTexts();
    expect(projects).toHaveLength(REQUESTS);
    const words = projects.join(' ').split(/\s+/).length;
    let characters = ADMIN.email.length + ADMIN.password.length;
    for (const line of await lines.filter({ hasText: 'Spam by' }).all()) {
      const reason = line.getByLabel('Reason to reject');
      await reason.click();
      clicks++;
      await page.keyboard.insertText(REASON);
      characters += REASON.length;
    }
    await lines.nth(REJECTED[0]! - 3).evaluate((line) => line.scrollIntoView());
    await picture('decisions');
    const limit = lines.first().getByLabel('Limit per hour');
    expect(await limit.getAttribute('placeholder')).toBe('1,234 an hour');
    await limit.pressSequentially('2,500');
    expect(await limit.inputValue()).toBe('2500');
    await limit.clear();
    expect(await page.locator('.decision-count').innerText()).toBe(
      'Execute approves 47 and rejects 3.',
    );
    await click('[id$="-decideKeyRequests"] .execute');
    const outcomes = page.locator('[id$="-decideKeyRequests"] .response-id');
    await outcomes.nth(REQUESTS - 1).waitFor();
    const seconds = words * PACE.word + characters * PACE.character + clicks * PACE.click;
    await picture('outcomes');
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(seconds).toBeLessThan(MOST_SECONDS);
    if (PICTURES) console.log(`${clicks} clicks, ${seconds.toFixed(0)} s`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTH);
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
          rejected.includes(name) ? `${name} rejected ${REASON}` : `${name} approved `,
        )
        .sort(),
    );
    await page.close();
  });
});
