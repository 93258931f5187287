import { budgets, htmlBudgets, productScriptMaxBytes } from '../bench/budgets.ts'
import { weighPage } from '../bench/weigh-page.ts'
import { expect, test } from './shop.ts'

test('the storefront stays within its budgets on a phone', async ({ browser, baseURL }) => {
  const weights = await weighPage({ browser, url: `${baseURL}/buy` })
  for (const { kind, bytes, files, isWithinBudget } of weights) {
    expect.soft(isWithinBudget, `${budgets[kind].name}: ${bytes} of ${budgets[kind].maxBytes} bytes\n${files.join('\n')}`).toBe(true)
  }
})

test('a product page loads no JavaScript of forms', async ({ browser, baseURL, request }) => {
  const { products } = await (await request.get('/api/v1/products/getAll?page=1&limit=1')).json()
  const weights = await weighPage({ browser, url: `${baseURL}/product/${products[0]._id}` })
  const script = weights.find(({ kind }) => kind === 'script')
  expect(script?.bytes, script?.files.join('\n')).toBeLessThanOrEqual(productScriptMaxBytes)
})

test('the HTML of home, list, search and product stays within its budgets', async ({ request }) => {
  const { products } = await (await request.get('/api/v1/products/getAll?page=1&limit=1')).json()
  for (const [page, { maxBytes, maxElements }] of Object.entries(htmlBudgets)) {
    const reply = await request.get(page === 'product' ? `/product/${products[0]._id}` : page)
    const html = await reply.body()
    expect.soft(html.length, `${page}: bytes`).toBeLessThanOrEqual(maxBytes)
    const elements = html
      .toString()
      .replaceAll(/<script.*?<\/script>/gs, '<script>')
      .match(/<[a-z]/gi)
    expect.soft(elements?.length, `${page}: elements`).toBeLessThanOrEqual(maxElements)
  }
})
