import { violationsOf } from '../support/accessible.ts';
import { describeInBrowser, useBrowser } from '../support/browser.ts';
import { insertBusiness } from '../support/directory.ts';
import { letMinutePass } from '../support/forms.ts';
import { someEmail } from '../support/keys.ts';
import { mailTo } from '../support/outbox.ts';
import { useDirectory } from '../support/use-directory.ts';

describeInBrowser('forms in a browser', () => {
  const browser = useBrowser();
  const { database, program, pool } = useDirectory();

  beforeAll(async () => {
    await insertBusiness(pool, { slug: 'loon-bakery', name: 'Loon Bakery' });
  });

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
    it('request a key, correct a mistake, follow the mailed link, and withdraw', async () => {
      const page = await browser.newPage({ javaScriptEnabled });
      const email = someEmail();
      await page.goto(`${program.url}/developers`);
      await page.getByRole('link', { name: 'Request an API key' }).click();
      await page.getByLabel('Your name').fill('Astrid Lindqvist');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('What you are building').fill('A map.');
      await letMinutePass(page, pool, 'key-request');
      await page.getByRole('button', { name: 'Send the request' }).click();

      await page.locator('[role=alert]:focus').getByRole('link').click();
      const project = page.getByLabel('What you are building');
      await expect(project.evaluate((field) => field === document.activeElement)).resolves.toBe(
        true,
      );
      expect(await project.getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([]);

      await project.fill('A map of the cafés along the North Shore.');
      await page.getByRole('button', { name: 'Send the request' }).click();
      await page.waitForURL('**/developers/request/sent');
      const mail = await mailTo(database.env.DATA_DIR, email, /has arrived/);
      await page.goto(/\S+\/developers\/requests\/[\w-]{43}$/m.exec(mail.text!)![0].trim());
      await page.getByRole('link', { name: 'Withdraw it' }).click();
      await page.getByRole('button', { name: 'Yes, withdraw it' }).click();
      await page.getByText('Your request was withdrawn.').waitFor();
    });
  });

  it('report a mistake in a business', async () => {
    const page = await browser.newPage();
    await page.goto(`${program.url}/b/loon-bakery`);
    await page.getByRole('link', { name: 'Report a mistake' }).click();
    await page.getByText('or the hours on a holiday.').waitFor();
    await page.getByLabel('What is wrong').selectOption('Phone number');
    await page.getByLabel('What should it say').fill('218 555 0147');
    await letMinutePass(page, pool, 'report');
    await page.getByRole('button', { name: 'Send' }).click();
    await page
      .getByRole('alert')
      .getByRole('link', { name: /how you know/ })
      .click();
    expect(await page.getByLabel('What is wrong').inputValue()).toBe('phone');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('How do you know').fill('It is on their door.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL('**/b/loon-bakery?*');
    expect(await page.locator('h1').innerText()).toBe('Loon Bakery');
    await page.getByRole('status').filter({ hasText: 'Thank you!' }).waitFor();
  });

  it.each([true, false])(
    'report opening hours with selects, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const slug = `lake-cafe-${javaScriptEnabled}`;
      await insertBusiness(pool, { slug, name: 'Lake Cafe' });
      const page = await browser.newPage({ javaScriptEnabled });
      await page.goto(`${program.url}/b/${slug}`);
      await page.getByRole('link', { name: 'Do you know them?' }).click();
      await page.getByLabel('How do you know').fill('It is on their door.');
      await page.getByLabel('Tuesday: Opens').selectOption('8:30 AM');
      await letMinutePass(page, pool, 'report');
      await page.getByRole('button', { name: 'Send' }).click();
      await page
        .getByRole('alert')
        .getByText(/starting with Monday/)
        .click();
      expect(await page.getByLabel('Tuesday: Opens').inputValue()).toBe('08:30');
      await page.getByLabel('Monday: Opens').selectOption('Closed');
      await page.getByLabel('Tuesday: Closes').selectOption('5 PM');
      await page.getByLabel('Saturday: Closes').selectOption('2 AM');
      await page.getByLabel('Saturday: Opens').selectOption('6 PM');
      await page.getByLabel('Sunday: Opens').selectOption('Closed');
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.waitForURL(`**/b/${slug}?*`);
      await page.getByRole('status').filter({ hasText: 'Thank you!' }).waitFor();
      const { rows } = await pool.query<{ change: { hours: object[] } }>(
        `SELECT s.change FROM suggestions s JOIN businesses b ON b.id = s.business_id
         WHERE b.slug = $1`,
        [slug],
      );
      const days = ['tuesday', 'wednesday', 'thursday', 'friday'];
      expect(rows[0]!.change.hours).toEqual([
        ...days.map((day) => ({ day, opens: '08:30', closes: '17:00' })),
        { day: 'saturday', opens: '18:00', closes: '02:00' },
      ]);
    },
  );

  it('start with the known opening hours', async () => {
    const hours = [
      { day: 'monday', opens: '09:15', closes: '17:00' },
      { day: 'friday', opens: '00:00', closes: '00:00' },
    ];
    await insertBusiness(pool, { slug: 'known', name: 'Known' });
    await pool.query(`UPDATE businesses SET hours = $1 WHERE slug = 'known'`, [
      JSON.stringify(hours),
    ]);
    const page = await browser.newPage();
    await page.goto(`${program.url}/b/known/report?about=hours`);
    await page.getByLabel('How do you know').fill('It is on their door.');
    await letMinutePass(page, pool, 'report');
    // Each press comes nine seconds after the one before.
    await page.evaluate(() => {
      let presses = 0;
      addEventListener('submit', () => presses++, { capture: true });
      Object.defineProperty(Event.prototype, 'timeStamp', { get: () => presses * 9_000 });
    });
    const transaction = await pool.connect();
    await transaction.query('BEGIN; LOCK TABLE suggestions');
    // The second press must not replace a slow response with "We already received this."
    await page.getByRole('button', { name: 'Send' }).focus();
    await Promise.all([page.waitForRequest('**/report'), page.keyboard.press('Enter')]);
    await page.keyboard.press('Enter');
    await transaction.query('COMMIT');
    transaction.release();
    await page.waitForURL('**/b/known?*');
    const { rows } = await pool.query(
      `SELECT s.change -> 'hours' AS hours FROM suggestions s
       JOIN businesses b ON b.id = s.business_id WHERE b.slug = 'known'`,
    );
    expect(rows).toEqual([{ hours }]);
  });
});
