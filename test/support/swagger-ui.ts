import type { Locator, Page } from 'playwright-core';
import { ADMIN } from './program.ts';

/** Signs in on an open page of Swagger UI. */
export async function signIn(page: Page): Promise<void> {
  await page.locator('.auth-wrapper .authorize').click();
  await submitSignIn(page);
}

/** Fills in and submits the sign-in form, which is open. */
export async function submitSignIn(page: Page): Promise<void> {
  await page.locator('[name=username]').fill(ADMIN.email);
  await page.locator('[name=password]').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.locator('.dialog-ux').waitFor({ state: 'detached' });
}

/** Expands an operation. */
export async function open(page: Page, operationId: string): Promise<Locator> {
  const block = page.locator(`[id$="-${operationId}"]`);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.execute').waitFor();
  return block;
}

/** Returns the field of a parameter. */
export function parameter(block: Locator, name: string): Locator {
  return block.locator(`tr[data-param-name="${name}"] :is(input, select)`);
}

/** Presses Execute, and returns the status and body that the page then shows. */
export async function execute(block: Locator): Promise<{ status: string; body: string }> {
  await block.locator('.execute').click();
  const live = block.locator('.live-responses-table .response');
  const status = await live.locator('.response-col_status').innerText();
  return { status: status.trim(), body: await live.locator('pre').first().innerText() };
}
