import { budgets } from '../bench/budgets.ts'
import { weighPage } from '../bench/weigh-page.ts'
import { expect, test } from './shop.ts'

test('the storefront stays within its budgets on a phone', async ({ browser, baseURL }) => {
  const weights = await weighPage({ browser, url: `${baseURL}/buy` })
  for (const { kind, bytes, files, isWithinBudget } of weights) {
    expect.soft(isWithinBudget, `${budgets[kind].name}: ${bytes} of ${budgets[kind].maxBytes} bytes\n${files.join('\n')}`).toBe(true)
  }
})
