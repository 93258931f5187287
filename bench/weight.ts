import { chromium } from '@playwright/test'
import { findChromium, installChromium } from '#testing/chromium.ts'
import { budgets } from './budgets.ts'
import { startShop } from './start-shop.ts'
import { weighPage } from './weigh-page.ts'

// Transferred bytes of /buy on a phone: `node bench/weight.ts`. Exits with 1 when a budget is exceeded; `npm test` checks it, too.
installChromium()
const shop = await startShop()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const { kind, bytes, files, isWithinBudget } of await weighPage({ browser, url: `${shop.origin}/buy` })) {
    const { name, maxBytes } = budgets[kind]
    console.log(`${name.padEnd(10)} ${(bytes / 1000).toFixed(1).padStart(6)} KB of ${maxBytes / 1000} ${isWithinBudget ? '' : ' EXCEEDED'}`)
    for (const file of files) console.log(`             ${file}`)
    if (!isWithinBudget) process.exitCode = 1
  }
} finally {
  await browser.close()
  await shop.close()
}
