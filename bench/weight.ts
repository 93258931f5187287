import { chromium } from '@playwright/test'
import { findChromium } from '#testing/chromium.ts'
import { budgets } from './budgets.ts'
import { startShop } from './start-shop.ts'
import { weighPage } from './weigh-page.ts'

// What /buy weighs on a phone: `node bench/weight.ts`. Ends with 1 when a budget is exceeded; `npm test` looks, too.
const shop = await startShop()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const { kind, bytes, files, within } of await weighPage({ browser, url: `${shop.origin}/buy` })) {
    const { name, most } = budgets[kind]
    console.log(`${name.padEnd(10)} ${(bytes / 1000).toFixed(1).padStart(6)} KB of ${most / 1000} ${within ? '' : ' EXCEEDED'}`)
    for (const file of files) console.log(`             ${file}`)
    if (!within) process.exitCode = 1
  }
} finally {
  await browser.close()
  await shop.close()
}
