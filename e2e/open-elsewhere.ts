import type { Page } from '@playwright/test'

/** Opens a page of another site, which contains this HTML. */
export async function openElsewhere({ page, body }: { page: Page; body: string }): Promise<void> {
  const url = 'http://elsewhere.example/'
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(url)
}
