import { type Browser, expect, type Request } from '@playwright/test'
import { compareWithBudgets, type Weight } from './budgets.ts'

/**
 * Opens a page as a phone with an empty cache would, touches nothing, and weighs all that arrives by itself. Text is asked
 * for in gzip, which every visitor gets at least; most get brotli, which is lighter.
 */
export async function weighPage({ browser, url }: { browser: Browser; url: string }): Promise<Weight[]> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  })
  try {
    const page = await context.newPage()
    // Chromium loads lazy pictures from farther away when the connection seems slow, as it does on a busy machine.
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 20, downloadThroughput: 10_000_000, uploadThroughput: 10_000_000 },
      connectionType: 'cellular4g',
    })
    const underWay = new Set<Request>()
    const finished: Promise<{ kind: string; path: string; bytes: number }>[] = []
    page.on('request', (request) => underWay.add(request))
    page.on('requestfailed', (request) => underWay.delete(request))
    page.on('requestfinished', (request) => {
      underWay.delete(request)
      finished.push(weighRequest(request))
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.locator('html[data-ready]').waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await expect.poll(() => underWay.size, { message: 'everything that was asked for has come', timeout: 20_000 }).toBe(0)
    return compareWithBudgets(await Promise.all(finished))
  } finally {
    await context.close()
  }
}

async function weighRequest(request: Request): Promise<{ kind: string; path: string; bytes: number }> {
  const { responseBodySize } = await request.sizes()
  return { kind: request.resourceType(), path: new URL(request.url()).pathname, bytes: responseBodySize }
}
